import type { AnswerKind } from './expected-answer.ts';

/** A term to search for: a stem of the question or a synonym of one. */
export interface QueryTerm {
  readonly termId: number;
  readonly stem: string;
  readonly weight: number;
}

/** A passage in memory, with term ids instead of words. */
export interface IndexedPassage {
  readonly pageId: string;
  readonly number: number;
  readonly page: { readonly wordCount: number };
  /** Term id of each word of the text, in order. */
  readonly termIds: Uint32Array;
  /** Index in `termIds` at which each sentence starts. */
  readonly sentenceStarts: Uint16Array;
  /** Term ids of the headings above the passage, the title of its page and the path of its URL. */
  readonly headingTermIds: ReadonlySet<number>;
  /** Stems of the nearest heading, without stop words. */
  readonly headingStems: ReadonlySet<string>;
  /** Kinds of things in the text that a question may ask for. */
  readonly kinds: ReadonlySet<AnswerKind>;
}
