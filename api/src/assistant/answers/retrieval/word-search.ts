/**
 * Evidence that a passage matches a question by its words. The features from `bm25` to `coverage` are sums of term weights
 * divided by the total weight of the question's terms, except `definition`.
 */
export interface WordFeatures {
  /** BM25 score of the passage with the headings above it. */
  readonly bm25: number;
  /** BM25 score of the whole page. */
  readonly pageBm25: number;
  /** Proximity of terms that are adjacent in the question. */
  readonly proximity: number;
  /** Terms in the sentence of the passage that has most of them. */
  readonly bestSentence: number;
  /** Terms in the first sentence of the passage. */
  readonly firstSentence: number;
  /** Degree to which the passage defines the term that the question asks about, from 0 to 1. */
  readonly definition: number;
  /** Terms in the passage or above it. */
  readonly coverage: number;
  /** Agreement of the nearest heading with the question, from 0 to 1: harmonic mean of the shares of both that agree. */
  readonly heading: number;
  /** 1 if the passage has the kind of thing asked for, 0 if it lacks one of distinct form, otherwise 0.5. */
  readonly kind: number;
  /** 1 if the question asks how, when or where to reach the business, and the passage says so. */
  readonly business: number;
}

/** A passage to rank. */
export interface Candidate {
  readonly pageId: string;
  /** Place of the passage on its page, from 0. */
  readonly number: number;
  readonly features: WordFeatures;
}

/** Passages found by the words of a question. */
export interface WordSearch {
  /** Best first by BM25, then those that only the embeddings found. */
  readonly candidates: readonly Candidate[];
  /** Spelling-corrected stems searched for: those of the question in order, then those of the context. */
  readonly stems: readonly string[];
  /** Share of the question's words, by weight, that the client's pages use. */
  readonly known: number;
  /** True if the question asks how, when or where to reach the business. */
  readonly isOfBusiness: boolean;
}
