/** Maximum length of a citation mark or link; anything longer is text. */
const MAX_MARK_LENGTH = 400;
const MARK = /\s*[[【](S?\d{1,3}(?:\s*[,;]\s*S?\d{1,3})*)[\]】]/gi;
const MARKDOWN_LINK = /!?\[([^\]\n]*)\]\((?:[^()\n]|\([^()\n]*\))*\)/g;
const ADDRESS = /[ \t]*<?\b(?:[a-z][a-z\d+.-]*:\/\/|www\.)[^\s<>"')\]]*>?/gi;
const END = /[.,;:!?]+$/;
/** End of a sentence: punctuation followed by white space. */
const SENTENCE_END = /(?<=[.!?…][)"'”’]*)(?=\s)|(?<=[。！？])|(?=\n)/;
/** A line break ends a sentence too. */
const LINE_BREAK = /^[^\S\n]*\n/;
const FINAL_PUNCTUATION = /[.!?…。！？][)"'”’]*$/;

/** Enclose the id of a source until its sentence is released. */
const OPEN = '\uE000';
const CLOSE = '\uE001';
const RESERVED = /[\uE000\uE001]/g;
const PLACEHOLDER = /\uE000(\d+)\uE001/g;

interface Sources {
  readonly has: (id: number) => boolean;
  /** Returns the number of a cited source; 0: cited without a number. */
  readonly cite: (id: number) => number;
  /** Whether all contacts in a text occur in the sources. */
  readonly hasKnownContacts: (text: string) => boolean;
}

/**
 * Sanitizes the text of a model while it streams. Source ids become citation numbers; links and addresses are removed, but the
 * words of a link stay. A sentence is released once it has ended and cites a given source, so text is never retracted. A
 * sentence without a citation waits for the next mark and shares its outcome.
 */
export class CheckedText {
  readonly #sources: Sources;
  /** Received text that may still become a mark or link. */
  #raw = '';
  /** Clean text that is not released; the part up to `#cited` cites a source. */
  #waiting = '';
  #cited = 0;
  #endsWithPunctuation = false;
  /** Drops the rest of a sentence with an invalid mark. */
  #isDropping = false;
  /** Released marks with a source, and marks without one. */
  validMarks = 0;
  invalidMarks = 0;

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  /** Text not released yet. */
  get held(): string {
    return this.#waiting + this.#raw;
  }

  push(text: string): string {
    this.#raw += text.replace(RESERVED, '');
    const end = this.#raw.search(/\s\S*$/);
    return this.#take(Math.min(Math.max(end, 0), this.#openMark()));
  }

  end(): string {
    return this.#take(this.#raw.length) + this.#endSentence();
  }

  /** Returns the start of an unfinished mark or link. */
  #openMark(): number {
    const open = /\s*(?:!?\[[^\]\n]*|!?\[[^\]\n]*\](?:\([^)\n]*)?|【[^】\n]*)$/.exec(this.#raw)?.index;
    return open === undefined || this.#raw.length - open > MAX_MARK_LENGTH ? this.#raw.length : open;
  }

  #take(end: number): string {
    const text = this.#raw.slice(0, end).replace(MARKDOWN_LINK, '$1');
    this.#raw = this.#raw.slice(end);
    let out = '';
    let at = 0;
    for (const mark of text.matchAll(MARK)) {
      out += this.#words(text.slice(at, mark.index)) + this.#mark(mark[1] ?? '');
      at = mark.index + mark[0].length;
    }
    return out + this.#words(text.slice(at));
  }

  #words(text: string): string {
    const clean = text.replace(ADDRESS, (address) => END.exec(address)?.[0] ?? '');
    if (clean === '') return '';
    let out = '';
    for (const [i, piece] of clean.split(SENTENCE_END).entries()) {
      // The punctuation may have come before the mark.
      if (i > 0 || LINE_BREAK.test(piece) || (this.#endsWithPunctuation && /^\s/.test(piece)))
        out += this.#endSentence();
      if (!this.#isDropping) this.#waiting += piece;
    }
    this.#endsWithPunctuation = FINAL_PUNCTUATION.test(clean);
    return out;
  }

  #mark(text: string): string {
    const ids = [...text.matchAll(/\d+/g)].map(([id]) => Number(id));
    const valid = ids.filter((id) => this.#sources.has(id));
    this.invalidMarks += ids.length - valid.length;
    if (this.#isDropping) return '';
    if (valid.length > 0) {
      this.#waiting += valid.map((id) => `${OPEN}${id}${CLOSE}`).join('');
      this.#cited = this.#waiting.length;
      return '';
    }
    // Keep the sentence up to its last valid mark.
    const out = this.#cited > 0 ? `${this.#release(this.#cited)}.` : '';
    this.#waiting = '';
    this.#isDropping = true;
    return out;
  }

  #endSentence(): string {
    this.#isDropping = false;
    return this.#cited > 0 ? this.#release(this.#waiting.length) : '';
  }

  #release(end: number): string {
    const out = this.#waiting.slice(0, end);
    this.#waiting = this.#waiting.slice(end);
    this.#cited = 0;
    const ids = [...out.matchAll(PLACEHOLDER)].length;
    if (!this.#sources.hasKnownContacts(out.replace(PLACEHOLDER, ''))) {
      this.invalidMarks += ids;
      return '';
    }
    this.validMarks += ids;
    return out.replace(PLACEHOLDER, (_, id: string) => {
      const number = this.#sources.cite(Number(id));
      return number === 0 ? '' : ` [${number}]`;
    });
  }
}
