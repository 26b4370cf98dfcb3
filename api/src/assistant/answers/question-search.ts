import type { PassageVectors } from './embeddings/passage-vectors.ts';
import { MIN_CONFIDENCE } from './retrieval/confidence.ts';
import { type Findings, findPassages } from './retrieval/find-passages.ts';
import type { PassageIndex } from './retrieval/passage-index.ts';
import type { ReadQuestion } from './understanding/question.ts';
import { searchTextOf } from './understanding/search-text.ts';

interface Searched {
  readonly index: PassageIndex;
  readonly vectors: PassageVectors;
  /** Returns the vector of a text; undefined: passages are found by words only. */
  readonly embed: (text: string) => Promise<Float32Array | undefined>;
  readonly isCalibrated: boolean;
}

export interface QuestionFindings extends Findings {
  /** Earlier conversation that was searched for too. */
  readonly context: string;
  /** True if the question was compared by meaning. */
  readonly byMeaning: boolean;
}

/** Searches with the earlier conversation where the question depends on it, or where it finds more. */
export async function searchFor(
  { question, searchText, context: earlier }: ReadQuestion,
  { index, vectors, embed, isCalibrated }: Searched,
): Promise<QuestionFindings> {
  const find = async (context: string): Promise<QuestionFindings> => {
    const vector = await embed(index.correctSpelling(`${context} ${question}`.trim()));
    const words = context === '' ? '' : searchTextOf(context);
    const findings = findPassages({
      index,
      vectors,
      question: searchText,
      asked: question,
      context: words,
      vector,
      isCalibrated,
    });
    return { ...findings, context: words, byMeaning: vector !== undefined };
  };
  const alone = await find('');
  if (earlier.text === '') return alone;
  const together = await find(earlier.text);
  const isLost = together.confidence < MIN_CONFIDENCE && alone.confidence >= MIN_CONFIDENCE;
  return (earlier.isNeeded && !isLost) || together.confidence > alone.confidence ? together : alone;
}
