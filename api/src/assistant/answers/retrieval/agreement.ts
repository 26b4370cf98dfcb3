import type { WordMatch } from '../embeddings/contract.ts';
import { SYNONYMS } from './synonyms.ts';
import { isStopWord, specificity, stemOf } from './words.ts';

/** Returns true if a set of stems has this one or a synonym of it. */
export const hasWord = (stems: ReadonlySet<string>, stem: string): boolean =>
  stems.has(stem) || [...(SYNONYMS.get(stem) ?? [])].some((other) => stems.has(other));

/** Returns the share, by weight, of `stems` that `others` contain, synonyms included; from 0 to 1, and 0 without weight. */
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
 * Returns the share, by weight, of a question's words that a sentence matches, from 0 to 1. A word counts in full if `stems`
 * contain it or a synonym, otherwise as much as it is similar to the closest word of the sentence. Returns 1 if the question
 * has only stop words and words of general meaning.
 */
export function matchedShare(
  words: readonly WordMatch[],
  stems: ReadonlySet<string>,
  weightOf: (stem: string) => number,
): number {
  const contentWords = words
    .map(({ word, similarity }) => ({ stem: stemOf(word), similarity }))
    .map((each) => ({ ...each, weight: weightOf(each.stem) }))
    .filter(({ stem, weight }) => weight > 0 && !isStopWord(stem));
  if (contentWords.every(({ stem }) => specificity(stem) < 1)) return 1;
  let sum = 0;
  let total = 0;
  for (const { stem, similarity, weight } of contentWords) {
    total += weight;
    sum += weight * (hasWord(stems, stem) ? 1 : similarity);
  }
  return sum / total;
}

/** Returns how much two sets of stems agree, from 0 to 1: the harmonic mean (F1) of the share of each in the other. */
export function agreement(
  one: ReadonlySet<string>,
  other: ReadonlySet<string>,
  weightOf: (stem: string) => number,
): number {
  const shares = [shareIn(one, other, weightOf), shareIn(other, one, weightOf)] as const;
  const sum = shares[0] + shares[1];
  return sum === 0 ? 0 : (2 * shares[0] * shares[1]) / sum;
}
