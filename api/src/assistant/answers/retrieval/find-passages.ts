import type { PassageVectors } from '../embeddings/passage-vectors.ts';
import type { Similarities } from '../embeddings/vector-index.ts';
import { confidenceFeatures, isOutlier, type PassageFeatures } from './confidence.ts';
import type { PassageIndex } from './passage-index.ts';
import { type Ranked, rankPassages } from './ranking.ts';

export interface Findings {
  /** Best first. */
  readonly found: readonly Ranked[];
  /** Returns the features of a passage found. */
  readonly featuresOf: (passage: Ranked) => PassageFeatures;
  /** True if the best passage is closer to the question than chance explains, with any encoder. */
  readonly isOutlier: boolean;
  /** Stems searched for, with corrected spelling, in the question's order. */
  readonly stems: readonly string[];
}

interface Search {
  readonly index: PassageIndex;
  readonly vectors: PassageVectors;
  /** Words to search for. */
  readonly question: string;
  /** The whole question. */
  readonly asked: string;
  /** Earlier conversation that the question refers to. */
  readonly context: string;
  readonly contextWeight?: number;
  /** Vector of question and context. Without it, passages are found by words only. */
  readonly vector: Float32Array | undefined;
  /** Page that the conversation is about; its passages are preferred. */
  readonly focus?: string | undefined;
}

/** Ranks a client's passages for a question. */
export function findPassages({
  index,
  vectors,
  question,
  asked,
  context,
  contextWeight = 1,
  vector,
  focus,
}: Search): Findings {
  const meaning = vector && vectors.compare(vector);
  const others = [meaning?.texts, meaning?.headings].flatMap((each) => (each ? moreThanAverage(each) : []));
  const search = index.search(question, { context, contextWeight, asked, others });
  const found = rankPassages(search, meaning, focus);
  return {
    found,
    featuresOf: (passage) => {
      const other = found.find((each) => each !== passage);
      return confidenceFeatures(passage, other, search, index.passages, meaning);
    },
    isOutlier: meaning !== undefined && isOutlier(found[0]?.similarity, meaning.texts),
    stems: search.stems,
  };
}

const moreThanAverage = ({ nearest, average }: Similarities) =>
  nearest.filter(({ similarity }) => similarity > average);
