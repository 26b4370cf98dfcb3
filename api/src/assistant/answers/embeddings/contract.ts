/** A word of the question and its cosine similarity to the closest word of the text. */
export interface WordMatch {
  readonly word: string;
  readonly similarity: number;
}

/** How close a sentence is to a question in meaning. */
export interface SentenceMatch {
  /** Cosine similarity of question and sentence. */
  readonly similarity: number;
  /** Words of the question. */
  readonly words: readonly WordMatch[];
}

/** Compares sentences with a question. Methods return undefined while the model is unavailable. */
export interface SentenceReader {
  /**
   * Returns, for each sentence that it reads, the log-odds that the sentence answers the question. Reads as many leading
   * sentences as the model has room for, at least one.
   */
  scoreAnswers(question: string, sentences: readonly string[]): Promise<readonly number[] | undefined>;
  /** Compares a sentence with the question, as a whole and word by word. */
  compare(question: string, sentence: string): Promise<SentenceMatch | undefined>;
}

/** Methods throw a `ModelError`. */
export interface Embedder {
  /** Model name and text version. Vectors are comparable only if both match. */
  readonly model: string;
  /** True if the confidence of answers is fitted to this model's similarities. */
  readonly isCalibrated: boolean;
  /** Returns a unit vector for each text. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
  /** See `SentenceReader`; undefined if the model has no word vectors. */
  compare?(question: string, sentence: string, signal?: AbortSignal): Promise<SentenceMatch>;
  /** See `SentenceReader`; undefined without a cross-encoder. */
  scoreAnswers?(question: string, sentences: readonly string[], signal?: AbortSignal): Promise<number[]>;
}
