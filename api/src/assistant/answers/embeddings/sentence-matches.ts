import type { SentenceMatch } from './contract.ts';
import { cosine } from './vector.ts';

/** A word of a text and its contextual unit vector. */
export interface WordVector {
  readonly word: string;
  readonly vector: Float32Array;
}

/** A text with its unit vector and those of its words. */
export interface EncodedText {
  readonly vector: Float32Array;
  readonly words: readonly WordVector[];
}

/** Compares a question with a sentence as a whole, and each of its words with the closest word of the sentence. */
export const matchOf = (question: EncodedText, sentence: EncodedText): SentenceMatch => ({
  similarity: cosine(question.vector, sentence.vector),
  words: question.words.map(({ word, vector }) => ({
    word,
    similarity: sentence.words.reduce((most, other) => Math.max(most, cosine(vector, other.vector)), 0),
  })),
});
