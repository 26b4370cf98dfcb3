import type { AnswerKind } from './expected-answer.ts';

/** A search term with its weight. */
export interface Term {
  readonly term: number;
  readonly stem: string;
  readonly weight: number;
}

/** A passage in memory, with term numbers instead of words. */
export interface IndexedPassage {
  readonly pageId: string;
  readonly number: number;
  readonly page: { readonly words: number };
  readonly words: Uint32Array;
  /** Index in `words` at which each sentence starts. */
  readonly sentences: Uint16Array;
  /** Terms of the page's title and address and of the headings above. */
  readonly above: ReadonlySet<number>;
  /** Stems of the nearest heading, without function words. */
  readonly heading: ReadonlySet<string>;
  /** Kinds of things in the text that a question may ask for. */
  readonly kinds: ReadonlySet<AnswerKind>;
}
