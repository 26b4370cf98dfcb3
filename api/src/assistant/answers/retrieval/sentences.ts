/** Part of a text, from offset `start` up to but not including `end`, in UTF-16 code units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Possible end of a sentence; `isAbbreviation` excludes some. Matches once per run of marks, so that the time is linear. */
const END = /(?<![.!?…。！？])[.!?…。！？]+["'”’)\]]{0,8}(?=\s|$)|\n+/g;
const ABBREVIATION =
  /(?:^|[\s(])(?:\p{L}|Mr|Mrs|Ms|Dr|Prof|St|Sr|Jr|Gov|Gen|Sen|Rep|Rev|Hon|No|Nos|vs|etc|al|approx|dept|est|Fig|Inc|Ltd|Co|Corp|Ave|Blvd|Rd|Sec|subd|subds|Art|a\.m|p\.m|e\.g|i\.e|c|ca|cf|v|U\.S|U\.K|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec)$/iu;
const DAY = 'Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|Sun';
/** An abbreviation that often ends a sentence; it does not if `CONTINUES` matches. */
const UNIT = new RegExp(
  String.raw`(?:^|[\s(\d–-])(?:${DAY}|[Mm]in|[Mm]ax|hrs?|wks?|mos?|yrs?|sq|ft|lbs?|oz|[Ee]xt|[Tt]el|[Ii]ncl|[Ee]xcl|[Aa]ppts?)$`,
);
const CONTINUES = new RegExp(String.raw`^\.\s+(?:[\p{Ll}\d(–-]|(?:${DAY})\b)`, 'u');

/** Returns the sentences of a text, without the white space around them; a line break also ends a sentence. */
export function sentencesOf(text: string): Span[] {
  const sentences: Span[] = [];
  let start = 0;
  const close = (end: number) => {
    while (start < end && /\s/.test(text[start] ?? '')) start++;
    let last = end;
    while (last > start && /\s/.test(text[last - 1] ?? '')) last--;
    if (last > start) sentences.push({ start, end: last });
    start = end;
  };
  for (const match of text.matchAll(END)) {
    const end = match.index + match[0].length;
    if (match[0] === '.' && isAbbreviation(text, start, match.index)) continue;
    close(end);
  }
  close(text.length);
  return sentences;
}

/** Returns whether the period at offset `dot` belongs to an abbreviation or initial and does not end the sentence. */
function isAbbreviation(text: string, start: number, dot: number): boolean {
  const before = text.slice(Math.max(start, dot - 12), dot);
  if (UNIT.test(before) && CONTINUES.test(text.slice(dot, dot + 14))) return true;
  if (!ABBREVIATION.test(before)) return false;
  // "… in the U.S. The law …": a typical first word shows that an abbreviation ends the sentence.
  return (
    !/^\.\s+(?:The|This|These|In|It|He|She|They|We|However|A|An|If|When|For)\s/.test(
      text.slice(dot, dot + 14),
    ) || /(?:Mr|Mrs|Ms|Dr|St)$/.test(before)
  );
}
