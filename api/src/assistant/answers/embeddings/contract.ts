/** A word of a question and the cosine of the word of a text that is closest to it in its context. */
export interface WordMatch {
  readonly word: string;
  readonly similarity: number;
}

/** How close a sentence is to a question in meaning. */
export interface SentenceMatch {
  /** Cosine of both. */
  readonly similarity: number;
  /** Words of the question. */
  readonly words: readonly WordMatch[];
}

/** Reads sentences together with a question; undefined while its models are unavailable. */
export interface SentenceReader {
  /**
   * Returns the log-odds that each sentence answers the question. Reads the first sentences only, and at least one; the result
   * has one value for each sentence that was read.
   */
  scoreAnswers(question: string, sentences: readonly string[]): Promise<readonly number[] | undefined>;
  /** Compares a sentence with the question, as a whole and word by word. */
  compare(question: string, sentence: string): Promise<SentenceMatch | undefined>;
}

export interface Embedder {
  /** Name of the model and the version of its texts; vectors with different names cannot be compared. */
  readonly model: string;
  /** True if the confidence of answers is fitted to this model's similarities. */
  readonly isCalibrated: boolean;
  /** Returns a unit vector for each text. Throws a `ModelError`. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
  /** Compares a question with a sentence. Throws a `ModelError`. Missing if the model returns no vectors of words. */
  compare?(question: string, sentence: string, signal?: AbortSignal): Promise<SentenceMatch>;
  /**
   * Returns the log-odds that each sentence answers the question, for the first sentences, at least one. Throws a `ModelError`.
   * Missing without a cross-encoder.
   */
  scoreAnswers?(question: string, sentences: readonly string[], signal?: AbortSignal): Promise<number[]>;
}
