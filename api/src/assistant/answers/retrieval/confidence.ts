import type { Meaning } from '../embeddings/passage-vectors.ts';
import type { Similarities } from '../embeddings/vector-index.ts';
import { BY_MEANING, BY_WORDS } from './confidence-weights.ts';
import type { Ranked } from './ranking.ts';
import type { WordSearch } from './word-search.ts';

/** Confidence below which a question counts as unanswered. */
export const MIN_CONFIDENCE = 0.6;
/** Confidence from which an unanswered question gets the closest quote; two in five of those were right on small example sites. */
export const MIN_CLOSEST_CONFIDENCE = 0.3;

/** Evidence that the best passage and its best sentence answer the question. */
export interface ConfidenceFeatures {
  /** Score by words. */
  readonly words: number;
  /** Share of the question's words in the passage or above it. */
  readonly coverage: number;
  /** Share of the question's words that occur on any page. */
  readonly known: number;
  /** Share of the question's words in the passage's best sentence. */
  readonly sentence: number;
  /** 1 if the question has one or two words, which many passages have by chance. */
  readonly brief: number;
  /** Lead over the next passage. */
  readonly margin: number;
  /** Decimal logarithm of the number of passages: among many, one fits by chance. */
  readonly size: number;
  /** 1 if the passage has the kind of thing asked for. */
  readonly kind: number;
  /** 1 if it lacks one that is recognized by its form, such as a price. */
  readonly lacking: number;
  /** 1 if the question asks how, when or where to reach the business, and the passage says so. */
  readonly business: number;
  /** Cosine of passage and question; 0 if it is not used. */
  readonly similarity: number;
  /** Cosine of the heading above the passage and the question; 0 if it is not used. */
  readonly topic: number;
  /** Similarity above that of the most similar other passage; 0 if it is not used. */
  readonly similarityMargin: number;
  /** Cosine of the question and the best sentence, or the heading above it if that is closer; 0 if it is not used. */
  readonly quote: number;
}

export type Weights = Readonly<Record<keyof ConfidenceFeatures | 'intercept', number>>;

/** Features that do not need the text of the passage. */
export type PassageFeatures = Omit<ConfidenceFeatures, 'quote'>;

export function confidenceFeatures(
  [best, next]: readonly Ranked[],
  { known, stems }: WordSearch,
  passages: number,
  meaning: Meaning | undefined,
): PassageFeatures | undefined {
  return (
    best && {
      words: best.words,
      coverage: best.features.coverage,
      known,
      sentence: best.features.sentence,
      brief: stems.length <= 2 ? 1 : 0,
      margin: best.score - (next?.score ?? 0),
      size: Math.log10(passages),
      kind: Number(best.features.kind === 1),
      lacking: Number(best.features.kind === 0),
      business: best.features.business,
      similarity: best.similarity ?? 0,
      topic: best.topic ?? 0,
      similarityMargin:
        meaning && best.similarity !== undefined ? best.similarity - mostOfOthers(best, meaning.texts) : 0,
    }
  );
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
