/** Minimum length of a word that is corrected; shorter words resemble too many others. */
const MIN_LENGTH = 4;

/** Edits allowed in a word of this length. */
const maxEdits = (length: number) => (length < 8 ? 1 : 2);

/**
 * Returns the nearest known word with the same first letter, preferring frequent ones. Words with digits are not corrected.
 */
export function nearestWord(
  word: string,
  vocabulary: Iterable<string>,
  frequency: (known: string) => number,
): string | undefined {
  if (word.length < MIN_LENGTH || /\d/.test(word)) return undefined;
  const max = maxEdits(word.length);
  let found: { word: string; edits: number; frequency: number } | undefined;
  for (const known of vocabulary) {
    if (known[0] !== word[0] || Math.abs(known.length - word.length) > max) continue;
    const edits = editDistance(word, known, found?.edits ?? max);
    if (edits === undefined) continue;
    const often = frequency(known);
    if (often > 0 && (!found || edits < found.edits || often > found.frequency))
      found = { word: known, edits, frequency: often };
  }
  return found?.word;
}

/** Returns the edit distance (optimal string alignment); undefined above `max`. */
function editDistance(a: string, b: string, max: number): number | undefined {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let edits = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        edits = Math.min(edits, (before[j - 2] ?? 0) + 1);
      row.push(edits);
      least = Math.min(least, edits);
    }
    if (least > max) return undefined;
    before = last;
    last = row;
  }
  const edits = last[b.length] ?? 0;
  return edits <= max ? edits : undefined;
}
