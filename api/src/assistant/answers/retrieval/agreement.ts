import type { WordMatch } from '../embeddings/contract.ts';
import { SYNONYMS } from './synonyms.ts';
import { generality, isStopWord, stemOf } from './words.ts';

/** Returns true if a set of stems has this one or a synonym of it. */
export const hasWord = (stems: ReadonlySet<string>, stem: string): boolean =>
  stems.has(stem) || [...(SYNONYMS.get(stem) ?? [])].some((other) => stems.has(other));

/** Returns the share, by weight, of `stems` that `others` have, synonyms included. */
export function shareIn(
  stems: Iterable<string>,
  others: ReadonlySet<string>,
  weightOf: (stem: string) => number,
): number {
  let sum = 0;
  let total = 0;
  for (const stem of stems) {
    const weight = weightOf(stem);
    total += weight;
    if (hasWord(others, stem)) sum += weight;
  }
  return total === 0 ? 0 : sum / total;
}

/**
 * Returns the share, by weight, of a question's words that a sentence matches. A word that `stems` have, or a synonym of
 * it, counts in full; another one counts by the closest word in meaning. Nothing is missing if no word says what is asked.
 */
export function matchedShare(
  words: readonly WordMatch[],
  stems: ReadonlySet<string>,
  weightOf: (stem: string) => number,
): number {
  const asked = words
    .map(({ word, similarity }) => ({ stem: stemOf(word), similarity }))
    .map((each) => ({ ...each, weight: weightOf(each.stem) }))
    .filter(({ stem, weight }) => weight > 0 && !isStopWord(stem));
  if (asked.every(({ stem }) => generality(stem) < 1)) return 1;
  let sum = 0;
  let total = 0;
  for (const { stem, similarity, weight } of asked) {
    total += weight;
    sum += weight * (hasWord(stems, stem) ? 1 : similarity);
  }
  return sum / total;
}

/** Returns how much two sets of stems agree, from 0 to 1: the harmonic mean of the shares that each has of the other. */
export function agreement(
  one: ReadonlySet<string>,
  other: ReadonlySet<string>,
  weightOf: (stem: string) => number,
): number {
  const shares = [shareIn(one, other, weightOf), shareIn(other, one, weightOf)] as const;
  const sum = shares[0] + shares[1];
  return sum === 0 ? 0 : (2 * shares[0] * shares[1]) / sum;
}
