import type { Similarities } from '../embeddings/vector-index.ts';
import { passageKey } from '../passages.ts';
import type { WordFeatures, WordSearch } from './passage-index.ts';

/** A passage found for a question. */
export interface Found {
  readonly pageId: string;
  readonly number: number;
  readonly score: number;
}

export interface Ranked extends Found {
  /** Undefined: found by meaning only. */
  readonly features: WordFeatures | undefined;
  /** Part of the score that comes from words. */
  readonly words: number;
  /** Cosine of passage and question; undefined without a vector. */
  readonly similarity: number | undefined;
}

/** Weights of a linear score. A fit on half of the questions of two sets gave about the same ratios. */
const WEIGHT: Readonly<Partial<Record<keyof WordFeatures, number>>> = {
  words: 1,
  page: 0.4,
  pairs: 1,
  sentence: 0.8,
  lead: 0.3,
  definition: 2,
};
/** Weight of the similarity, scaled from 0 for the least similar passage to 1 for the most similar one. */
const MEANING = 0.75;
const NO_SIMILARITIES = { most: 0, least: 0, average: 0, nearest: [] };

/**
 * Ranks passages by a convex combination of their scores by words and by meaning (Bruch, Gai and Ingber, 2023). Words weigh
 * more, so that exact terms, codes and numbers decide.
 */
export function rankPassages({ candidates }: WordSearch, similarities: Similarities | undefined): Ranked[] {
  const { most, least, average, nearest } = similarities ?? NO_SIMILARITIES;
  const meaningOf = (similarity: number) =>
    most > least ? (MEANING * (similarity - least)) / (most - least) : 0;
  const found = new Set(candidates.map(passageKey));
  const others = nearest.filter((each) => each.similarity > average && !found.has(passageKey(each)));
  return [...candidates, ...others.map((each) => ({ ...each, features: undefined }))]
    .map(({ pageId, number, features }) => {
      const words = features ? scoreOf(features) : 0;
      const similarity = similarities?.of({ pageId, number });
      // A passage that has no vector yet counts as an average one.
      return { pageId, number, features, words, similarity, score: words + meaningOf(similarity ?? average) };
    })
    .sort((a, b) => b.score - a.score);
}

function scoreOf(features: WordFeatures): number {
  let sum = 0;
  for (const [name, weight] of Object.entries(WEIGHT)) sum += weight * features[name as keyof WordFeatures];
  return sum;
}
