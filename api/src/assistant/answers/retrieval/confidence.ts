import type { Meaning } from '../embeddings/passage-vectors.ts';
import type { Similarities } from '../embeddings/vector-index.ts';
import { BY_MEANING, BY_WORDS } from './confidence-weights.ts';
import type { Ranked } from './ranking.ts';
import type { WordSearch } from './word-search.ts';

/** Confidence below which a question counts as unanswered. */
export const MIN_CONFIDENCE = 0.6;
/** Confidence from which an unanswered question gets the closest quote; `docs/answers.md` states how many of those are right. */
export const MIN_CLOSEST_CONFIDENCE = 0.3;
/** Greatest confidence of a quote that lacks the phone number, email address or price asked for, or the subject of a follow-up. */
export const MAX_DOUBTFUL = 0.55;
/** Share of a follow-up's own words, by weight, that a passage about it has. */
export const MIN_SUBJECT = 0.3;

/** Evidence that the best passage and its best sentence answer the question. */
export interface ConfidenceFeatures {
  /** Score by words. */
  readonly words: number;
  /** Share of the question's words that occur on any page. */
  readonly known: number;
  /** 1 if the question has one or two words, which many passages have by chance. */
  readonly brief: number;
  /** Lead over the next passage. */
  readonly margin: number;
  /** Decimal logarithm of the number of passages: among many, one fits by chance. */
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
  readonly quote: number;
  /** Share of the question's words that the best sentence covers, with what surrounds it. */
  readonly covered: number;
  /** Share of the question's words that the best sentence matches by meaning in context; 0 if it is not used. */
  readonly matched: number;
  /** Probability that the best sentence is the right one if any is. */
  readonly share: number;
}

export type Weights = Readonly<Record<keyof ConfidenceFeatures | 'intercept', number>>;

/** Features that do not need the text of the passage. */
export type PassageFeatures = Omit<ConfidenceFeatures, 'quote' | 'covered' | 'matched' | 'share'>;

/** Returns the features of a passage; `other` is the best other one. */
export function confidenceFeatures(
  passage: Ranked,
  other: Ranked | undefined,
  { known, stems }: WordSearch,
  passages: number,
  meaning: Meaning | undefined,
): PassageFeatures {
  const { words, score, features, similarity } = passage;
  return {
    words,
    known,
    brief: stems.length <= 2 ? 1 : 0,
    margin: score - (other?.score ?? 0),
    size: Math.log10(passages),
    kind: Number(features.kind === 1),
    business: features.business,
    similarity: similarity ?? 0,
    similarityMargin:
      meaning && similarity !== undefined ? similarity - mostOfOthers(passage, meaning.texts) : 0,
  };
}

/** Returns the similarity of the most similar passage besides one; the average if there is no other. */
const mostOfOthers = ({ pageId, number }: Ranked, { nearest, average }: Similarities) =>
  nearest.find((each) => each.pageId !== pageId || each.number !== number)?.similarity ?? average;

/** Returns the probability, 0 to 1, that the passage answers the question (logistic regression). */
export function confidenceOf(features: ConfidenceFeatures, { byMeaning }: { byMeaning: boolean }): number {
  return probability(features, byMeaning ? BY_MEANING : BY_WORDS);
}

/**
 * Returns whether a passage is more similar to the question than chance explains: above the expected maximum of n normal values, about
 * √(2 ln n) deviations from the mean. Unlike a fitted weight, this works for every encoder.
 */
export function isOutlier(
  similarity: number | undefined,
  { count, average, deviation }: Similarities,
): boolean {
  return (
    similarity !== undefined && count > 1 && similarity > average + deviation * Math.sqrt(2 * Math.log(count))
  );
}

export function probability(features: ConfidenceFeatures, { intercept, ...weights }: Weights): number {
  let sum = intercept;
  for (const [name, weight] of Object.entries(weights))
    sum += weight * features[name as keyof ConfidenceFeatures];
  return 1 / (1 + Math.exp(-sum));
}
