import type { Meaning } from '../embeddings/passage-vectors.ts';
import type { Similarities } from '../embeddings/vector-index.ts';
import type { WordFeatures, WordSearch } from './word-search.ts';

/** A passage found for a question. */
export interface Found {
  readonly pageId: string;
  readonly number: number;
  readonly score: number;
}

export interface Ranked extends Found {
  readonly features: WordFeatures;
  /** Part of the score that comes from words. */
  readonly words: number;
  /** Cosine of passage and question; undefined without a vector. */
  readonly similarity: number | undefined;
  /** Cosine of the passage's heading and the question; undefined without a vector. */
  readonly topic: number | undefined;
}

/** Weights of a linear score. A fit on half of the questions of two sets gave about the same ratios. */
const WEIGHT: Readonly<Partial<Record<keyof WordFeatures, number>>> = {
  words: 1,
  page: 0.4,
  pairs: 1.3,
  sentence: 1.2,
  lead: 0.15,
  definition: 0.6,
  kind: 1,
  heading: 1.2,
  business: 1,
};
/** Weights of the similarities, scaled from 0 for the least similar passage to 1 for the most similar one. */
const MEANING = { text: 2, heading: 1 };
/** Score of passages on the page that the conversation is about. */
const FOCUS = 0.5;

/**
 * Ranks passages by a convex combination of their scores by words and by meaning (Bruch, Gai and Ingber, 2023). Words weigh
 * more, so that exact terms, codes and numbers decide.
 */
export function rankPassages(
  { candidates }: WordSearch,
  meaning: Meaning | undefined,
  focus?: string,
): Ranked[] {
  return candidates
    .map(({ pageId, number, features }) => {
      const words = scoreOf(features);
      const similarity = meaning?.texts.similarityOf({ pageId, number });
      const topic = meaning?.headings?.similarityOf({ pageId, number });
      const score =
        words +
        (pageId === focus ? FOCUS : 0) +
        MEANING.text * scaled(similarity, meaning?.texts) +
        MEANING.heading * scaled(topic, meaning?.headings);
      return { pageId, number, features, words, similarity, topic, score };
    })
    .sort((a, b) => b.score - a.score);
}

/** Scales a similarity among those of all passages; a passage that has no vector yet counts as an average one. */
function scaled(similarity: number | undefined, all: Similarities | undefined): number {
  if (!all || all.most <= all.least) return 0;
  return ((similarity ?? all.average) - all.least) / (all.most - all.least);
}

function scoreOf(features: WordFeatures): number {
  let sum = 0;
  for (const [name, weight] of Object.entries(WEIGHT)) sum += weight * features[name as keyof WordFeatures];
  return sum;
}
