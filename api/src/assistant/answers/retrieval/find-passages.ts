import type { PassageVectors } from '../embeddings/passage-vectors.ts';
import type { Similarities } from '../embeddings/vector-index.ts';
import { confidenceFeatures, isOutlier, type PassageFeatures } from './confidence.ts';
import type { PassageIndex } from './passage-index.ts';
import { type RankedPassage, rankPassages } from './ranking.ts';

/** Passages found for a question. */
export interface Findings {
  /** Best first. */
  readonly found: readonly RankedPassage[];
  /** Returns the features of one of the passages found, relative to the best other one. */
  readonly featuresOf: (passage: RankedPassage) => PassageFeatures;
  /** True if the best passage is closer to the question than chance explains, with any encoder. */
  readonly isOutlier: boolean;
  /** Stems searched for, with corrected spelling, in the order of the question; then those of its context. */
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
}: Search): Findings {
  const meaning = vector && vectors.compare(vector);
  const nearest = [meaning?.texts, meaning?.headings].flatMap((each) => (each ? aboveAverage(each) : []));
  const search = index.search(searchText, { context, contextWeight, question, nearest });
  const found = rankPassages(search, meaning, focus);
  return {
    found,
    featuresOf: (passage) => {
      const other = found.find((each) => each !== passage);
      return confidenceFeatures(passage, other, search, index.passageCount, meaning);
    },
    isOutlier: meaning !== undefined && isOutlier(found[0]?.similarity, meaning.texts),
    stems: search.stems,
  };
}

const aboveAverage = ({ nearest, average }: Similarities) =>
  nearest.filter(({ similarity }) => similarity > average);
