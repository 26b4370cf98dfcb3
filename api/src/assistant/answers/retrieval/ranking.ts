import type { QuestionSimilarities } from '../embeddings/passage-vectors.ts';
import type { Similarities } from '../embeddings/vector-index.ts';
import type { WordFeatures, WordSearch } from './word-search.ts';

/** A passage found for a question, with its score. */
export interface ScoredPassage {
  readonly pageId: string;
  readonly number: number;
  readonly score: number;
}

/** A scored passage with the parts of its score. */
export interface RankedPassage extends ScoredPassage {
  readonly features: WordFeatures;
  /** Part of the score that comes from words. */
  readonly wordScore: number;
  /** Cosine of passage and question; undefined without a vector. */
  readonly similarity: number | undefined;
  /** Cosine of the passage's heading and the question; undefined without a vector. */
  readonly headingSimilarity: number | undefined;
}

/** Weights of the word score. A fit on half of the questions of two sets gave about the same ratios. */
const WORD_WEIGHTS: Readonly<Partial<Record<keyof WordFeatures, number>>> = {
  bm25: 1,
  pageBm25: 0.4,
  proximity: 1.3,
  bestSentence: 1.2,
  firstSentence: 0.15,
  definition: 0.6,
  kind: 1,
  heading: 1.2,
  business: 1,
};
/** Weights of the similarities, scaled from 0 for the least similar passage to 1 for the most similar one. */
const SIMILARITY_WEIGHTS = { text: 3, heading: 0.5 };
/**
 * The same for questions about how to reach the business: a passage that says how to reach another organization is as similar.
 */
const BUSINESS_SIMILARITY_WEIGHTS = { text: 1, heading: 0.5 };
/** Score added to passages on the page that the conversation is about. */
const FOCUS_BONUS = 0.5;

/**
 * Ranks passages, best first, by a weighted sum of their scores by words and by meaning: up to scale, the convex combination
 * of Bruch, Gai and Ingber (2023). Words weigh more, so that exact terms, codes and numbers decide. `focus` is the id of the
 * page that the conversation is about.
 */
export function rankPassages(
  { candidates, isOfBusiness }: WordSearch,
  similarities: QuestionSimilarities | undefined,
  focus?: string,
): RankedPassage[] {
  const weights = isOfBusiness ? BUSINESS_SIMILARITY_WEIGHTS : SIMILARITY_WEIGHTS;
  return candidates
    .map(({ pageId, number, features }) => {
      const wordScore = wordScoreOf(features);
      const similarity = similarities?.texts.similarityOf({ pageId, number });
      const headingSimilarity = similarities?.headings?.similarityOf({ pageId, number });
      const score =
        wordScore +
        (pageId === focus ? FOCUS_BONUS : 0) +
        weights.text * scaled(similarity, similarities?.texts) +
        weights.heading * scaled(headingSimilarity, similarities?.headings);
      return { pageId, number, features, wordScore, similarity, headingSimilarity, score };
    })
    .sort((a, b) => b.score - a.score);
}

/** Scales a similarity to 0 to 1 among those of all passages; a passage without a vector counts as an average one. */
function scaled(similarity: number | undefined, all: Similarities | undefined): number {
  if (!all || all.highest <= all.lowest) return 0;
  return ((similarity ?? all.average) - all.lowest) / (all.highest - all.lowest);
}

function wordScoreOf(features: WordFeatures): number {
  let sum = 0;
  for (const [name, weight] of Object.entries(WORD_WEIGHTS))
    sum += weight * features[name as keyof WordFeatures];
  return sum;
}
