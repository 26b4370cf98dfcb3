import type { PassageVectors } from '../embeddings/passage-vectors.ts';
import type { Similarities } from '../embeddings/vector-index.ts';
import { confidenceFeatures, isOutlier, type PassageFeatures } from './confidence.ts';
import type { PassageIndex } from './passage-index.ts';
import { type RankedPassage, rankPassages } from './ranking.ts';

/** Passages found for a question. */
export interface SearchResult {
  /** Best first. */
  readonly found: readonly RankedPassage[];
  /** Returns a found passage's features for the confidence model, compared with the best other passage. */
  readonly featuresOf: (passage: RankedPassage) => PassageFeatures;
  /** True if the best passage's similarity is a statistical outlier. Works for uncalibrated encoders. */
  readonly isOutlier: boolean;
  /** Spelling-corrected stems searched for: those of the question in order, then those of the context. */
  readonly stems: readonly string[];
}

interface Search {
  readonly index: PassageIndex;
  readonly vectors: PassageVectors;
  /** Words to search for. */
  readonly searchText: string;
  /** The whole question. */
  readonly question: string;
  /** Words of the earlier conversation that the question refers to. */
  readonly context: string;
  /** Weight of the words of the context relative to those of the question. */
  readonly contextWeight?: number;
  /** Embedding of the context and the question. Without it, passages are found by words only. */
  readonly vector: Float32Array | undefined;
  /** Id of the page that the conversation is about; its passages are preferred. */
  readonly focus?: string | undefined;
}

/** Finds and ranks a client's passages for a question, by words and by meaning. */
export function findPassages({
  index,
  vectors,
  searchText,
  question,
  context,
  contextWeight = 1,
  vector,
  focus,
}: Search): SearchResult {
  const similarities = vector && vectors.compare(vector);
  const nearest = [similarities?.texts, similarities?.headings].flatMap((each) =>
    each ? aboveAverage(each) : [],
  );
  const search = index.search(searchText, { context, contextWeight, question, nearest });
  const found = rankPassages(search, similarities, focus);
  return {
    found,
    featuresOf: (passage) => {
      const other = found.find((each) => each !== passage);
      return confidenceFeatures(passage, other, search, index.passageCount, similarities);
    },
    isOutlier: similarities !== undefined && isOutlier(found[0]?.similarity, similarities.texts),
    stems: search.stems,
  };
}

/** Returns the nearest passages that are more similar than the average; a single passage is its own average. */
const aboveAverage = ({ count, nearest, average }: Similarities) =>
  nearest.filter(({ similarity }) => count === 1 || similarity > average);
