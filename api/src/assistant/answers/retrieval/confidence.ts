import type { QuestionSimilarities } from '../embeddings/passage-vectors.ts';
import type { Similarities } from '../embeddings/vector-index.ts';
import { BY_MEANING, BY_WORDS } from './confidence-weights.ts';
import type { RankedPassage } from './ranking.ts';
import type { WordSearch } from './word-search.ts';

/** Confidence below which a question counts as unanswered. */
export const MIN_CONFIDENCE = 0.6;
/** Confidence from which an unanswered question gets the closest quote; `docs/answers.md` states how many of those are right. */
export const MIN_CLOSEST_CONFIDENCE = 0.3;
/**
 * Maximum confidence of a quote that lacks the phone number, email address or price asked for, or whose passage lacks the
 * subject of a follow-up, and of a quote for a question without content words that does not ask how to reach the business.
 */
export const MAX_DOUBTFUL_CONFIDENCE = 0.55;
/** Minimum share of a follow-up's own words, by weight, in a passage about its subject. */
export const MIN_SUBJECT_SHARE = 0.3;

/** Passages that a smaller site counts as: the weights are fitted to sites of 13 passages or more. */
const MIN_PASSAGES = 10;

/** Evidence that the best passage and its best sentence answer the question. */
export interface ConfidenceFeatures {
  /** Part of the passage's score that comes from words. */
  readonly wordScore: number;
  /** Share of the question's words, by weight, that the pages use. */
  readonly known: number;
  /** 1 if the question has one or two words, which many passages have by chance. */
  readonly brief: number;
  /** Score above that of the best other passage. */
  readonly margin: number;
  /** Base-10 logarithm of the number of passages: among many, one fits by chance. */
  readonly size: number;
  /** 1 if the passage has the kind of thing asked for. */
  readonly kind: number;
  /** 1 if the question asks how, when or where to reach the business, and the passage says so. */
  readonly business: number;
  /** Cosine of passage and question; 0 if it is not used. */
  readonly similarity: number;
  /** Similarity above that of the most similar other passage; 0 if it is not used. */
  readonly similarityMargin: number;
  /** Cosine of the question and the best sentence, or the heading above it if that is closer; 0 if it is not used. */
  readonly quoteSimilarity: number;
  /** Share of the question's words, by weight, that the best sentence covers; what surrounds it counts in part. */
  readonly covered: number;
  /** Share of the question's words, by weight, that the best sentence matches by meaning in context; 0 if it is not used. */
  readonly matched: number;
  /** Log-odds, by the cross-encoder, that the best sentence answers the question; 0 without one. */
  readonly answerScore: number;
  /** Probability that the quote has the right sentence if any sentence is right. */
  readonly share: number;
}

/** Weights of a logistic regression by feature. */
export type Weights = Readonly<Record<keyof ConfidenceFeatures | 'intercept', number>>;

/** Features that do not need the text of the passage. */
export type PassageFeatures = Omit<
  ConfidenceFeatures,
  'quoteSimilarity' | 'covered' | 'matched' | 'answerScore' | 'share'
>;

/** Returns the features of a passage. `other` is the best other one, and `passageCount` the number of all passages. */
export function confidenceFeatures(
  passage: RankedPassage,
  other: RankedPassage | undefined,
  { known, stems }: WordSearch,
  passageCount: number,
  similarities: QuestionSimilarities | undefined,
): PassageFeatures {
  const { wordScore, score, features, similarity } = passage;
  return {
    wordScore,
    known,
    brief: stems.length <= 2 ? 1 : 0,
    margin: score - (other?.score ?? 0),
    size: Math.log10(Math.max(passageCount, MIN_PASSAGES)),
    kind: Number(features.kind === 1),
    business: features.business,
    similarity: similarity ?? 0,
    similarityMargin:
      similarities && similarity !== undefined ? similarity - highestOther(passage, similarities.texts) : 0,
  };
}

/** Returns the similarity of the most similar passage other than this one; the average if there is no other. */
const highestOther = ({ pageId, number }: RankedPassage, { nearest, average }: Similarities) =>
  nearest.find((each) => each.pageId !== pageId || each.number !== number)?.similarity ?? average;

/** Returns the probability, 0 to 1, that the passage answers the question (logistic regression). */
export function confidenceOf(features: ConfidenceFeatures, { byMeaning }: { byMeaning: boolean }): number {
  return probability(features, byMeaning ? BY_MEANING : BY_WORDS);
}

/**
 * Returns whether a passage is more similar to the question than chance explains: above the expected maximum of n normally
 * distributed values, about √(2 ln n) standard deviations from the mean. Unlike a fitted weight, this works for every encoder.
 */
export function isOutlier(
  similarity: number | undefined,
  { count, average, deviation }: Similarities,
): boolean {
  return (
    similarity !== undefined && count > 1 && similarity > average + deviation * Math.sqrt(2 * Math.log(count))
  );
}

/** Returns the logistic function of the intercept plus the weighted features, from 0 to 1. */
export function probability(features: ConfidenceFeatures, { intercept, ...weights }: Weights): number {
  let sum = intercept;
  for (const [name, weight] of Object.entries(weights))
    sum += weight * features[name as keyof ConfidenceFeatures];
  return 1 / (1 + Math.exp(-sum));
}
