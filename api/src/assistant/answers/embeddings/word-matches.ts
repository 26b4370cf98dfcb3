import type { WordMatch } from './contract.ts';
import { cosine } from './vector.ts';

/** A word with its unit vector in the context of its text. */
export interface WordVector {
  readonly word: string;
  readonly vector: Float32Array;
}

/** Returns each word of a question with the cosine of the closest word of a text. */
export const matchWords = (question: readonly WordVector[], text: readonly WordVector[]): WordMatch[] =>
  question.map(({ word, vector }) => ({
    word,
    similarity: text.reduce((most, other) => Math.max(most, cosine(vector, other.vector)), 0),
  }));
