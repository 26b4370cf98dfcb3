import { MONTH_AFTER_PERIOD } from './calendar-words.ts';

/** Maximum length of a citation mark or link, in characters; anything longer is text. */
const MAX_MARK_LENGTH = 400;
const SPACES = /[^\S\n]+/g;
const MARK = /\s*[[【](S?\d{1,3}(?:\s*[,;]\s*S?\d{1,3})*)[\]】]/gi;
const MARKDOWN_LINK = /!?\[([^\]\n]*)\]\((?:[^()\n]|\([^()\n]*\))*\)/g;
const BARE_URL = /[ \t]*<?\b(?:[a-z][a-z\d+.-]*:\/\/|www\.)[^\s<>"')\]]*>?/gi;
const TRAILING_PUNCTUATION = /[.,;:!?]+$/;
/** End of a sentence: punctuation followed by white space. */
const SENTENCE_END = /(?<=[.!?…][)"'”’]*)(?=\s)|(?<=[。！？])|(?=\n)/;
/** A line break ends a sentence too. */
const LINE_BREAK = /^[^\S\n]*\n/;
const FINAL_PUNCTUATION = /[.!?…。！？][)"'”’]*$/;

/** A period after these abbreviations, or after a list number, does not end a sentence. */
const ABBREVIATION =
  /(?:^|[\s(])(?:\p{Lu}|Mr|Mrs|Ms|Dr|Dra|Prof|St|Sr|Sra|Jr|No|vs|approx|e\.g|i\.e)\.$|^\s*\(?\d{1,2}\.$/u;
/** A period after these ends a sentence only if a capital letter follows. */
const MAYBE_ABBREVIATION =
  /(?:^|[\s(])(?:[ap]\.m|U\.S|etc|Inc|Ltd|Co|Ave|Blvd|Rd|Ste|Apt|ext|dept|est|min|max)\.$/iu;
/** A period after a day does not end a sentence: "am 12. Juni", "am 12. und 13. Juni". */
const DAY = /(?<!\d)\d{1,2}\.$/;
const AFTER_DAY = new RegExp(String.raw`^(?:\s+(?:und|oder|bis)(?!\p{L})|(?i:${MONTH_AFTER_PERIOD}))`, 'u');
const ITEM = /^\s*(?:[-*•–+]|\(?\d{1,2}[.)])\s/;

/** Delimiters of a source id, in a sentence that is not released yet. */
const OPEN = '\uE000';
const CLOSE = '\uE001';
const RESERVED = /[\uE000\uE001]/g;
const PLACEHOLDER = /\uE000(\d+)\uE001/g;

interface Sources {
  readonly has: (id: number) => boolean;
  /** Returns the citation number of a source; 0 if the citation is not shown. */
  readonly cite: (id: number) => number;
  /** Returns true if the sources that a sentence cites support it. */
  readonly supports: (sentence: string, ids: readonly number[]) => boolean;
}

interface Sentence {
  readonly text: string;
  /** Ids of the sources that it cites. */
  readonly ids: readonly number[];
}

const EMPTY: Sentence = { text: '', ids: [] };

/**
 * Sanitizes and checks the text of a model while it streams. Source ids become citation numbers; links and URLs are
 * removed, but the text of a link stays. A sentence is released once it has ended and its sources support it, so text is
 * never retracted. A sentence without a citation waits for the next citation. List items share the citation of the line
 * above the list.
 */
export class CheckedText {
  readonly #sources: Sources;
  /** Received text that may still become a mark or link. */
  #raw = '';
  /** Unfinished sentence. */
  #sentence = EMPTY;
  /** Length of the unfinished sentence up to its last citation. */
  #citedLength = 0;
  #endsWithPunctuation = false;
  /** True while the rest of a sentence with an invalid mark is dropped. */
  #isDropping = false;
  /** Sentences that wait for a citation. */
  #waiting: Sentence[] = [];
  /** Line that introduces a list; released with the first supported item. */
  #introduction: Sentence | undefined;
  /** True if an item followed the introduction. */
  #hasItem = false;
  /** Ids of the sources that the items of a list share. */
  #listIds: readonly number[] = [];
  /** Citation marks in released sentences. */
  validMarks = 0;
  /** Citation marks that name no known source, and those in unsupported sentences. */
  invalidMarks = 0;
  /** Number of sentences that their cited sources do not support. */
  unsupported = 0;

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  /** Text that is not released yet. */
  get pendingText(): string {
    const sentences = [this.#introduction ?? EMPTY, ...this.#waiting, this.#sentence];
    return sentences.map(({ text }) => text).join('') + this.#raw;
  }

  push(text: string): string {
    this.#raw = (this.#raw + text.replace(RESERVED, '')).replace(SPACES, ' ');
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
    let released = '';
    let at = 0;
    for (const mark of text.matchAll(MARK)) {
      released += this.#words(text.slice(at, mark.index)) + this.#mark(mark[1] ?? '');
      at = mark.index + mark[0].length;
    }
    return released + this.#words(text.slice(at));
  }

  #words(text: string): string {
    const clean = text.replace(BARE_URL, (url) => TRAILING_PUNCTUATION.exec(url)?.[0] ?? '');
    if (clean === '') return '';
    let released = '';
    for (const [i, piece] of clean.split(SENTENCE_END).entries()) {
      // The punctuation may have come before a citation mark.
      const startsSentence = i > 0 || (this.#endsWithPunctuation && /^\s/.test(piece));
      if (LINE_BREAK.test(piece) || (startsSentence && !this.#continuesWith(piece)))
        released += this.#endSentence();
      if (!this.#isDropping) this.#sentence = { ...this.#sentence, text: this.#sentence.text + piece };
    }
    this.#endsWithPunctuation = FINAL_PUNCTUATION.test(clean);
    return released;
  }

  #continuesWith(piece: string): boolean {
    const { text } = this.#sentence;
    return (
      ABBREVIATION.test(text) ||
      (MAYBE_ABBREVIATION.test(text) && !/^\s*\p{Lu}/u.test(piece)) ||
      (DAY.test(text) && AFTER_DAY.test(piece))
    );
  }

  #mark(text: string): string {
    const ids = [...text.matchAll(/\d+/g)].map(([id]) => Number(id));
    const valid = ids.filter((id) => this.#sources.has(id));
    this.invalidMarks += ids.length - valid.length;
    if (this.#isDropping) return '';
    const sentence = this.#sentence;
    if (valid.length > 0) {
      const marks = valid.map((id) => `${OPEN}${id}${CLOSE}`).join('');
      this.#sentence = { text: sentence.text + marks, ids: [...sentence.ids, ...valid] };
      this.#citedLength = this.#sentence.text.length;
      return '';
    }
    // Keep the sentence up to its last valid mark.
    this.#sentence =
      this.#citedLength > 0 ? { ...sentence, text: `${sentence.text.slice(0, this.#citedLength)}.` } : EMPTY;
    const released = this.#endSentence();
    this.#waiting = [];
    this.#isDropping = true;
    return released;
  }

  #endSentence(): string {
    this.#isDropping = false;
    const sentence = this.#sentence;
    // White space belongs to the sentence that follows.
    if (sentence.text.trim() === '') return '';
    this.#sentence = EMPTY;
    this.#citedLength = 0;
    const isItem = ITEM.test(sentence.text);
    const ids = sentence.ids.length === 0 && isItem ? this.#listIds : sentence.ids;
    if (ids.length === 0) {
      this.#waiting.push(sentence);
      return '';
    }
    if (!isItem && this.#hasItem) this.#introduction = undefined;
    this.#hasItem = isItem;
    const isSupported = this.#isSupported(sentence, ids);
    // Waiting sentences rely on this citation; the introduction of a list may rely on a later item's.
    const waiting = this.#waiting.filter((each) => isSupported || (isItem && isIntroduction(each)));
    const released = [
      ...waiting.map((each) => this.#release(each, this.#isSupported(each, ids))),
      this.#release(sentence, isSupported),
    ].join('');
    this.#waiting = [];
    if (!isItem) this.#listIds = isIntroduction(sentence) ? ids : [];
    return released;
  }

  #isSupported(sentence: Sentence, ids: readonly number[]): boolean {
    return this.#sources.supports(wordsOf(sentence), ids);
  }

  /** Returns a sentence with its citation numbers, or nothing if it is unsupported. */
  #release(sentence: Sentence, isSupported: boolean): string {
    const marks = sentence.ids.length;
    if (!isSupported) {
      this.invalidMarks += marks;
      this.unsupported++;
      return '';
    }
    if (isIntroduction(sentence)) {
      this.#introduction = sentence;
      return '';
    }
    const introduction = this.#introduction;
    this.#introduction = undefined;
    this.validMarks += marks;
    if (!introduction) return this.#numbered(sentence);
    this.validMarks += introduction.ids.length;
    return this.#numbered(introduction) + this.#numbered(sentence);
  }

  #numbered({ text }: Sentence): string {
    return text.replace(PLACEHOLDER, (_, id: string) => {
      const number = this.#sources.cite(Number(id));
      return number === 0 ? '' : ` [${number}]`;
    });
  }
}

const wordsOf = ({ text }: Sentence) => text.replace(PLACEHOLDER, '').trim();
const isIntroduction = (sentence: Sentence) => /:\**$/.test(wordsOf(sentence));
