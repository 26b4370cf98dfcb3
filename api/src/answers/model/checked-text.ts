/** A mark that is longer than this is text. */
const LONGEST_MARK = 400;
const MARK = /\s*[[【](S?\d{1,3}(?:\s*[,;]\s*S?\d{1,3})*)[\]】]/gi;
const MARKDOWN_LINK = /!?\[([^\]\n]*)\]\((?:[^()\n]|\([^()\n]*\))*\)/g;
const ADDRESS = /[ \t]*<?\b(?:[a-z][a-z\d+.-]*:\/\/|www\.)[^\s<>"')\]]*>?/gi;
const END = /[.,;:!?]+$/;

/**
 * What a model writes, made safe as it comes: ids of sources become the numbers of citations, ids that were not retrieved
 * disappear, and so do links and addresses; of a link its words stay. Whole words are let out, so that nothing is let
 * out by halves.
 */
export class CheckedText {
  readonly #numberOf: (id: number) => number | undefined;
  #held = '';
  /** Marks that led to a source, and marks that led nowhere. */
  rightMarks = 0;
  wrongMarks = 0;

  /** `numberOf` gives the number of a source, 0 where it is cited without one, or undefined where there is no such source. */
  constructor(numberOf: (id: number) => number | undefined) {
    this.#numberOf = numberOf;
  }

  /** What is held back until its word has ended. */
  get held(): string {
    return this.#held;
  }

  push(text: string): string {
    this.#held += text;
    const end = this.#held.search(/\s\S*$/);
    return this.#letOut(Math.min(Math.max(end, 0), this.#openMark()));
  }

  end(): string {
    return this.#letOut(this.#held.length);
  }

  /** Where a mark or a link begins that has not ended yet. */
  #openMark(): number {
    const open = /\s*(?:!?\[[^\]\n]*|!?\[[^\]\n]*\](?:\([^)\n]*)?|【[^】\n]*)$/.exec(this.#held)?.index;
    return open === undefined || this.#held.length - open > LONGEST_MARK ? this.#held.length : open;
  }

  #letOut(end: number): string {
    const out = this.#held.slice(0, end);
    this.#held = this.#held.slice(end);
    return out
      .replace(MARKDOWN_LINK, '$1')
      .replace(MARK, (_, ids: string) => this.#marksFor(ids))
      .replace(ADDRESS, (address) => END.exec(address)?.[0] ?? '');
  }

  #marksFor(ids: string): string {
    let marks = '';
    for (const [id] of ids.matchAll(/\d+/g)) {
      const number = this.#numberOf(Number(id));
      if (number === undefined) this.wrongMarks++;
      else {
        this.rightMarks++;
        if (number > 0) marks += ` [${number}]`;
      }
    }
    return marks;
  }
}
