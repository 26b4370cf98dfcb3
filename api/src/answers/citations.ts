import type { Citation } from './contract.ts';

/** A passage that may answer: of a page, or a fact of a prompt, which has no address of its own or another's. */
export interface Passage {
  readonly pageId: string;
  readonly number: number;
  readonly url: string;
  readonly title: string;
  readonly heading: string;
  readonly text: string;
  readonly score: number;
}

/** The sources of an answer, numbered as they are cited. What has no address is cited without a number. */
export class Citations {
  readonly #numbered = new Map<string, Citation>();
  readonly #unnumbered = new Map<string, Omit<Citation, 'number'>>();

  /** The number of a source; 0 where it has no address to lead to. */
  cite({ pageId, number, url, title, heading }: Passage, quote: string): number {
    const key = `${pageId} ${number}`;
    const known = this.#numbered.get(key);
    if (known) return known.number;
    const source = { pageId, url, title, heading, quote };
    if (url === '') {
      if (!this.#unnumbered.has(key)) this.#unnumbered.set(key, source);
      return 0;
    }
    const next = this.#numbered.size + 1;
    this.#numbered.set(key, { number: next, ...source });
    return next;
  }

  /** All of them, those with an address first. */
  list(): Citation[] {
    const numbered = [...this.#numbered.values()];
    const rest = [...this.#unnumbered.values()].map((source, index) => ({
      number: numbered.length + index + 1,
      ...source,
    }));
    return [...numbered, ...rest];
  }
}
