import { wordsOf } from './words.ts';

const CLAUSE = /[^,;:–—]+(?:[,;:–—]+|$)/g;

/** A sentence of at most so many characters: of a longer one the run of clauses that says most, with … where it was cut. */
export function clipped(
  sentence: string,
  most: number,
  stems: readonly string[],
  weightOf: (stem: string) => number,
): string {
  if (sentence.length <= most) return sentence;
  const clauses = [...sentence.matchAll(CLAUSE)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
  const asked = new Set(stems);
  const words = wordsOf(sentence).filter(({ stem }) => asked.has(stem));
  // Two characters for the dots.
  const room = most - 2;
  let best = { said: -1, start: 0, end: room };
  for (const [i, { start }] of clauses.entries()) {
    for (const { end } of clauses.slice(i)) {
      if (end - start > room) break;
      const inside = new Set(
        words.filter((word) => word.start >= start && word.end <= end).map((w) => w.stem),
      );
      const length = (end - start) / most;
      const said = [...inside].reduce((sum, stem) => sum + weightOf(stem), 0) + length / 2;
      if (said > best.said) best = { said, start, end };
    }
  }
  const cut = sentence.slice(best.start, best.end).trim();
  return `${best.start > 0 ? '…' : ''}${cut}${best.end < sentence.length ? '…' : ''}`;
}
