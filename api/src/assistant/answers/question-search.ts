import type { Passage } from './citations.ts';
import type { PassageVectors } from './embeddings/passage-vectors.ts';
import { passageKey } from './passages.ts';
import { type ConfidenceFeatures, confidenceOf, MIN_CONFIDENCE } from './retrieval/confidence.ts';
import { type ScoredSentence, type SearchedQuestion, sentencesByScore } from './retrieval/excerpt.ts';
import { type Findings, findPassages } from './retrieval/find-passages.ts';
import type { PassageIndex } from './retrieval/passage-index.ts';
import type { Found } from './retrieval/ranking.ts';
import type { ReadQuestion } from './understanding/question.ts';
import { searchTextOf } from './understanding/search-text.ts';

/** Passages that are read: as many as a model gets. */
export const MAX_SOURCES = 8;
/** Passages that a quoted answer may use. */
const MAX_QUOTED = 5;

interface SearchDeps {
  readonly index: PassageIndex;
  readonly vectors: PassageVectors;
  /** Returns the vector of a text. Without it, passages are found by words only. */
  readonly embed: (text: string) => Promise<Float32Array | undefined>;
  /** Reads passages in order and skips deleted ones. */
  readonly readPassages: (found: readonly Found[]) => Promise<readonly Passage[]>;
  /** Returns the cosines of a question and sentences. Without it, they are compared by words only. */
  readonly compare:
    | ((question: Float32Array, sentences: readonly string[]) => Promise<readonly number[] | undefined>)
    | undefined;
  /** True if the confidence was fitted to the encoder's similarities. */
  readonly isCalibrated: boolean;
}

export interface QuestionFindings {
  /** Question that the sentences were compared with. */
  readonly asked: SearchedQuestion;
  /** Best first; low confidence does not empty the list. */
  readonly passages: readonly Passage[];
  /** Sentences of the best passages, best first. */
  readonly sentences: readonly ScoredSentence<Passage>[];
  /** Probability that the best sentence answers the question. */
  readonly confidence: number;
  /** Features that the confidence is based on; undefined if nothing was found. */
  readonly features: ConfidenceFeatures | undefined;
  /** True if the question was compared by meaning. */
  readonly byMeaning: boolean;
}

/** Searches with the earlier conversation where the question depends on it, or where it finds more. */
export async function searchFor(
  { question, searchText, context: earlier }: ReadQuestion,
  { index, vectors, embed, readPassages, compare, isCalibrated }: SearchDeps,
): Promise<QuestionFindings> {
  const embedCorrected = (text: string) => embed(index.correctSpelling(text));
  const questionVector = await embedCorrected(question);
  const find = async (conversation: string): Promise<QuestionFindings> => {
    const vector = conversation === '' ? questionVector : await embedCorrected(`${conversation} ${question}`);
    const context = conversation === '' ? '' : searchTextOf(conversation);
    const findings = findPassages({ index, vectors, question: searchText, asked: question, context, vector });
    const passages = await readPassages(findings.found.slice(0, MAX_SOURCES));
    const asked: SearchedQuestion = {
      question,
      stems: findings.stems,
      context,
      weightOf: (stem) => index.weightOf(stem),
      compare: questionVector && compare && ((sentences) => compare(questionVector, sentences)),
    };
    const sentences = await sentencesByScore(asked, passages.slice(0, MAX_QUOTED));
    const [best] = sentences;
    return {
      asked,
      passages,
      sentences,
      byMeaning: vector !== undefined,
      ...judged(findings, best, isCalibrated),
    };
  };
  const alone = await find('');
  if (earlier.text === '') return alone;
  const together = await find(earlier.text);
  const isLost = together.confidence < MIN_CONFIDENCE && alone.confidence >= MIN_CONFIDENCE;
  return (earlier.isNeeded && !isLost) || together.confidence > alone.confidence ? together : alone;
}

/** Returns the confidence that the best sentence answers the question, and its features. */
function judged(
  { found, features: ofPassage, isOutlier }: Findings,
  sentence: ScoredSentence<Passage> | undefined,
  isCalibrated: boolean,
): Pick<QuestionFindings, 'confidence' | 'features'> {
  if (!ofPassage) return { confidence: 0, features: undefined };
  const key = sentence && passageKey(sentence.source);
  const topic = found.find((each) => passageKey(each) === key)?.topic ?? 0;
  const features = { ...ofPassage, quote: Math.max(sentence?.similarity ?? 0, topic) };
  // The vector of a new passage is made in the background.
  const byMeaning = isCalibrated && found[0]?.similarity !== undefined && sentence?.similarity !== undefined;
  const confidence = confidenceOf(features, { byMeaning });
  return { confidence: Math.max(confidence, !isCalibrated && isOutlier ? MIN_CONFIDENCE : 0), features };
}
