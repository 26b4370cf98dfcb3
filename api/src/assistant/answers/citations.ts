import type { Citation } from './contract.ts';
import { passageKey } from './passages.ts';
import { linkToQuote } from './text-fragment.ts';

/** A candidate passage of a page, or a fact of a prompt, which may have no address. */
export interface Passage {
  readonly pageId: string;
  /** Index of the passage on its page. */
  readonly number: number;
  readonly url: string;
  readonly title: string;
  readonly heading: string;
  readonly text: string;
  readonly score: number;
}

/** Returns true for an answer that the business wrote to one question. */
export const isOwnAnswer = ({ url, heading }: Pick<Passage, 'url' | 'heading'>): boolean =>
  url === '' && heading !== '';

/**
 * Sources of an answer, numbered in the order of citation. Sources without an address come last in the list; the text does not
 * show their numbers.
 */
export class Citations {
  readonly #numbered = new Map<string, Citation>();
  readonly #unnumbered = new Map<string, Omit<Citation, 'number'>>();

  /** Adds a source and returns its number; 0 if it has no address. */
  cite(passage: Passage, quote: string): number {
    const key = passageKey(passage);
    const { pageId, url, title, heading } = passage;
    const citation = this.#numbered.get(key);
    if (citation) return citation.number;
    const source = { pageId, url, link: linkToQuote(url, quote), title, heading, quote };
    if (url === '') {
      if (!this.#unnumbered.has(key)) this.#unnumbered.set(key, source);
      return 0;
    }
    const next = this.#numbered.size + 1;
    this.#numbered.set(key, { number: next, ...source });
    return next;
  }

  /** Returns all citations, those with an address first. */
  list(): Citation[] {
    const numbered = [...this.#numbered.values()];
    const unnumbered = [...this.#unnumbered.values()].map((source, index) => ({
      number: numbered.length + index + 1,
      ...source,
    }));
    return [...numbered, ...unnumbered];
  }
}
