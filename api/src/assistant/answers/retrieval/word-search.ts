/** Fit of a passage to a question by its words, relative to the weight of all words of the question. */
export interface WordFeatures {
  /** BM25 over the passage and the headings above it. */
  readonly words: number;
  /** BM25 over the whole page. */
  readonly page: number;
  /** Question words close to each other. */
  readonly pairs: number;
  /** Words in the passage's best sentence. */
  readonly sentence: number;
  /** Words in its first sentence. */
  readonly lead: number;
  /** The passage defines the word that the question asks about. */
  readonly definition: number;
  /** Words that occur in the passage or above it. */
  readonly coverage: number;
  /** Agreement of the nearest heading with the question, from 0 to 1: harmonic mean of the shares of both that agree. */
  readonly heading: number;
  /** 1 if the passage has the kind of thing asked for, 0 if not, half if the question does not show a kind. */
  readonly kind: number;
  /** 1 if the question asks how, when or where to reach the business, and the passage says so. */
  readonly business: number;
}

export interface Candidate {
  readonly pageId: string;
  readonly number: number;
  readonly features: WordFeatures;
}

/** Passages found by the words of a question. */
export interface WordSearch {
  /** Best first by BM25. */
  readonly candidates: readonly Candidate[];
  /** Stems searched for, with corrected spelling, in the question's order. */
  readonly stems: readonly string[];
  /** Share of the question's words, by weight, that the client's pages use. */
  readonly known: number;
}
