/** A misspelt word has at least so many letters: shorter ones are too close to too many. */
const SHORTEST = 4;

/** How many slips a word of this length may have. */
const slipsOf = (length: number) => (length < 8 ? 1 : 2);

/**
 * The known word that a word was meant to be: few slips away, with the same first letter, the most frequent of the
 * nearest. A number is never a misspelt one.
 */
export function meantBy(
  word: string,
  vocabulary: Iterable<string>,
  frequency: (known: string) => number,
): string | undefined {
  if (word.length < SHORTEST || /\d/.test(word)) return undefined;
  const most = slipsOf(word.length);
  let found: { word: string; slips: number; frequency: number } | undefined;
  for (const known of vocabulary) {
    if (known[0] !== word[0] || Math.abs(known.length - word.length) > most) continue;
    const slips = slipsBetween(word, known, found?.slips ?? most);
    if (slips === undefined) continue;
    const often = frequency(known);
    if (often > 0 && (!found || slips < found.slips || often > found.frequency))
      found = { word: known, slips, frequency: often };
  }
  return found?.word;
}

/** Letters added, left out, mistaken, or swapped with the next (optimal string alignment); undefined beyond `most`. */
function slipsBetween(a: string, b: string, most: number): number | undefined {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let slips = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        slips = Math.min(slips, (before[j - 2] ?? 0) + 1);
      row.push(slips);
      least = Math.min(least, slips);
    }
    if (least > most) return undefined;
    before = last;
    last = row;
  }
  const slips = last[b.length] ?? 0;
  return slips <= most ? slips : undefined;
}
