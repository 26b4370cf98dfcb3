import { wordsOf } from './words.ts';

/** A clause with the mark that ends it; a mark within a figure, such as "1,900" or "9–5", ends none. */
const CLAUSE = /.+?(?:[,;:–]+(?=\s|$)|—+(?!\d)|$)/gs;

/**
 * Shortens a sentence to the run of clauses that matches the question best, with … where it was cut, of at most `maxLength`
 * characters.
 */
export function shortenSentence(
  sentence: string,
  maxLength: number,
  stems: readonly string[],
  weightOf: (stem: string) => number,
): string {
  if (sentence.length <= maxLength) return sentence;
  const clauses = [...sentence.matchAll(CLAUSE)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
  const questionStems = new Set(stems);
  const words = wordsOf(sentence).filter(({ stem }) => questionStems.has(stem));
  // Two characters for the ellipses.
  const room = maxLength - 2;
  const lastSpace = sentence.lastIndexOf(' ', room);
  let best = { score: -1, start: 0, end: lastSpace > 0 ? lastSpace : room };
  for (const [i, { start }] of clauses.entries()) {
    for (const { end } of clauses.slice(i)) {
      if (end - start > room) break;
      const inside = new Set(
        words.filter((word) => word.start >= start && word.end <= end).map((w) => w.stem),
      );
      const length = (end - start) / maxLength;
      const score = [...inside].reduce((sum, stem) => sum + weightOf(stem), 0) + length / 2;
      if (score > best.score) best = { score, start, end };
    }
  }
  const cut = sentence.slice(best.start, best.end).trim();
  return `${best.start > 0 ? '…' : ''}${cut}${best.end < sentence.length ? '…' : ''}`;
}
