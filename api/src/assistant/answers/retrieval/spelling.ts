/** Minimum length, in characters, of a word to correct; shorter words resemble too many others. */
const MIN_LENGTH = 4;

/** Returns the maximum number of edits in a word of this length. */
const maxEdits = (length: number) => (length < 8 ? 1 : 2);

/**
 * Returns the word of the vocabulary with the same first letter and the fewest edits; of several, the one with the highest
 * document frequency. Words of document frequency 0 do not count, and words with digits are not corrected.
 */
export function nearestWord(
  word: string,
  vocabulary: Iterable<string>,
  documentFrequency: (known: string) => number,
): string | undefined {
  if (word.length < MIN_LENGTH || /\d/.test(word)) return undefined;
  const max = maxEdits(word.length);
  let nearest: { word: string; edits: number; frequency: number } | undefined;
  for (const known of vocabulary) {
    if (known[0] !== word[0] || Math.abs(known.length - word.length) > max || isExtended(word, known))
      continue;
    const edits = editDistance(word, known, nearest?.edits ?? max);
    if (edits === undefined) continue;
    const frequency = documentFrequency(known);
    if (frequency > 0 && (!nearest || edits < nearest.edits || frequency > nearest.frequency))
      nearest = { word: known, edits, frequency };
  }
  return nearest?.word;
}

/** Returns true for a word with another ending, such as "matcha" for "match", which is rarely a misspelling. */
const isExtended = (word: string, known: string) =>
  word.startsWith(known) && word.at(-1) !== known.at(-1) && !word.endsWith('s');

/** Returns the edit distance of two words (optimal string alignment); undefined if it is above `max`. */
function editDistance(a: string, b: string, max: number): number | undefined {
  let rowBeforeLast: number[] = [];
  let lastRow = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let edits = Math.min(
        (lastRow[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (lastRow[j - 1] ?? 0) + (same ? 0 : 1),
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        edits = Math.min(edits, (rowBeforeLast[j - 2] ?? 0) + 1);
      row.push(edits);
      least = Math.min(least, edits);
    }
    if (least > max) return undefined;
    rowBeforeLast = lastRow;
    lastRow = row;
  }
  const edits = lastRow[b.length] ?? 0;
  return edits <= max ? edits : undefined;
}
