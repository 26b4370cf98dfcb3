import type { PassageVectors } from '../embeddings/passage-vectors.ts';
import type { Similarities } from '../embeddings/vector-index.ts';
import { confidenceOf, MIN_CONFIDENCE, type Signs, signsOf, standsOut } from './confidence.ts';
import type { PassageIndex } from './passage-index.ts';
import { type Found, rankPassages } from './ranking.ts';

export interface Findings {
  /** Best first; the best ones also when the confidence is low. */
  readonly found: readonly Found[];
  /** Probability that the best passage answers the question. */
  readonly confidence: number;
  /** Evidence behind the confidence; undefined if nothing was found. */
  readonly signs: Signs | undefined;
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
  /** Vector of question and context; undefined: passages are found by words only. */
  readonly vector: Float32Array | undefined;
  /** True if the confidence was fitted to the encoder's similarities. */
  readonly isCalibrated: boolean;
}

/** Ranks a client's passages for a question. */
export function findPassages({
  index,
  vectors,
  question,
  asked,
  context,
  vector,
  isCalibrated,
}: Search): Findings {
  const meaning = vector && vectors.compare(vector);
  const others = [meaning?.texts, meaning?.headings].flatMap((each) => (each ? moreThanAverage(each) : []));
  const search = index.search(question, { context, asked, others });
  const found = rankPassages(search, meaning);
  const signs = signsOf(found, search, index.passages, meaning);
  if (!signs) return { found, confidence: 0, signs, stems: search.stems };
  // The vector of a new passage is made in the background.
  const byMeaning = isCalibrated && found[0]?.similarity !== undefined;
  const confidence = confidenceOf(signs, { byMeaning });
  const isOutstanding = !isCalibrated && meaning && standsOut(found[0]?.similarity, meaning.texts);
  const least = isOutstanding ? MIN_CONFIDENCE : 0;
  return { found, confidence: Math.max(confidence, least), signs, stems: search.stems };
}

const moreThanAverage = ({ nearest, average }: Similarities) =>
  nearest.filter(({ similarity }) => similarity > average);
