/** A mark that is longer than this is text. */
const LONGEST_MARK = 400;
const MARK = /\s*[[【](S?\d{1,3}(?:\s*[,;]\s*S?\d{1,3})*)[\]】]/gi;
const MARKDOWN_LINK = /!?\[([^\]\n]*)\]\((?:[^()\n]|\([^()\n]*\))*\)/g;
const ADDRESS = /[ \t]*<?\b(?:[a-z][a-z\d+.-]*:\/\/|www\.)[^\s<>"')\]]*>?/gi;
const END = /[.,;:!?]+$/;
/** A sentence has ended where white space follows its last sign. */
const SENTENCE_END = /(?<=[.!?…][)"'”’]*)(?=\s)|(?<=[。！？])|(?=\n)/;
/** A new line ends it, too. */
const BREAK = /^[^\S\n]*\n/;
const LAST_SIGN = /[.!?…。！？][)"'”’]*$/;

/** Stand around the id of a source until its sentence is let out. */
const OPEN = '\uE000';
const CLOSE = '\uE001';
const RESERVED = /[\uE000\uE001]/g;
const PLACE = /\uE000(\d+)\uE001/g;

interface Sources {
  readonly has: (id: number) => boolean;
  /** The number by which a source is cited from now on; 0 where it is cited without one. */
  readonly cite: (id: number) => number;
  /** False for words that name a contact which nobody gave. */
  readonly isGiven: (words: string) => boolean;
}

/**
 * What a model writes, made safe as it comes. Ids of sources become the numbers of citations; links and addresses
 * disappear, and of a link the words stay. A sentence is let out once it has ended and rests on a source that was given,
 * so that nothing has to be taken back. What cites nothing waits for the next mark, and falls with it.
 */
export class CheckedText {
  readonly #sources: Sources;
  /** Came, and may still become a mark or a link. */
  #raw = '';
  /** Is clean, and waits to be trusted; up to `#sure` it rests on a source. */
  #waiting = '';
  #sure = 0;
  #endsWithSign = false;
  /** The rest of this sentence goes the way of its wrong mark. */
  #isDropping = false;
  /** Marks that led to a source and were let out, and marks that led nowhere. */
  rightMarks = 0;
  wrongMarks = 0;

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  /** What is held back. */
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

  /** Where a mark or a link begins that has not ended yet. */
  #openMark(): number {
    const open = /\s*(?:!?\[[^\]\n]*|!?\[[^\]\n]*\](?:\([^)\n]*)?|【[^】\n]*)$/.exec(this.#raw)?.index;
    return open === undefined || this.#raw.length - open > LONGEST_MARK ? this.#raw.length : open;
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
      // The sign that ends a sentence may have come before, with its mark behind it.
      if (i > 0 || BREAK.test(piece) || (this.#endsWithSign && /^\s/.test(piece))) out += this.#endSentence();
      if (!this.#isDropping) this.#waiting += piece;
    }
    this.#endsWithSign = LAST_SIGN.test(clean);
    return out;
  }

  #mark(text: string): string {
    const ids = [...text.matchAll(/\d+/g)].map(([id]) => Number(id));
    const right = ids.filter((id) => this.#sources.has(id));
    this.wrongMarks += ids.length - right.length;
    if (this.#isDropping) return '';
    if (right.length > 0) {
      this.#waiting += right.map((id) => `${OPEN}${id}${CLOSE}`).join('');
      this.#sure = this.#waiting.length;
      return '';
    }
    // What stands before the sentence's last right mark may stay; the rest rests on nothing.
    const out = this.#sure > 0 ? `${this.#letOut(this.#sure)}.` : '';
    this.#waiting = '';
    this.#isDropping = true;
    return out;
  }

  #endSentence(): string {
    this.#isDropping = false;
    return this.#sure > 0 ? this.#letOut(this.#waiting.length) : '';
  }

  #letOut(end: number): string {
    const out = this.#waiting.slice(0, end);
    this.#waiting = this.#waiting.slice(end);
    this.#sure = 0;
    const ids = [...out.matchAll(PLACE)].length;
    if (!this.#sources.isGiven(out.replace(PLACE, ''))) {
      this.wrongMarks += ids;
      return '';
    }
    this.rightMarks += ids;
    return out.replace(PLACE, (_, id: string) => {
      const number = this.#sources.cite(Number(id));
      return number === 0 ? '' : ` [${number}]`;
    });
  }
}
