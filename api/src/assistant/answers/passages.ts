import { sentencesOf } from './retrieval/sentences.ts';

/** Part of a page: a paragraph, a list or a table. */
export interface Block {
  /** Headings above the block, outermost first. */
  readonly heading: string;
  readonly text: string;
}

/** Returns the nearest heading above a passage; in an FAQ, it is the question that the passage answers. */
export const nearestHeading = (headings: string): string => headings.split(' › ').at(-1) ?? '';

/** Returns the key of a passage within a client's index. */
export const passageKey = ({ pageId, number }: { pageId: string; number: number }): string =>
  `${pageId} ${number}`;

export interface PassageText {
  readonly number: number;
  readonly heading: string;
  readonly text: string;
}

/** Maximum length of blocks joined under one heading, in characters. */
const MAX_JOINED = 1_000;
/** Maximum length of an introduction, in characters. */
const MAX_INTRODUCTION = 200;
/** Maximum length of an introduction joined with the text below it, in characters. */
const MAX_INTRODUCED = 1_500;
/** Length above which a block is split, in characters. */
const MAX_LENGTH = 2_000;

/** Splits a page into passages that end with a sentence and never span two headings. */
export function passagesOf(blocks: readonly Block[]): PassageText[] {
  const passages: { heading: string; text: string }[] = [];
  for (const { heading, text } of joinBrokenParagraphs(blocks)) {
    for (const piece of splitAtSentences(text.trim())) {
      const last = passages.at(-1);
      if (last?.heading === heading && last.text.length + piece.length < maxLengthAfter(last.text))
        last.text += `\n\n${piece}`;
      else passages.push({ heading, text: piece });
    }
  }
  return passages.map((passage, number) => ({ number, ...passage }));
}

/** End of a paragraph that breaks off mid-sentence, for example at the end of a PDF page. */
const BREAKS_OFF = /[^\n]{60}[\p{L}\d,]$/u;
/** Number of characters that `BREAKS_OFF` is tested on. */
const TAIL_LENGTH = 80;
/** Paragraph that continues a sentence. */
const CONTINUES = /^(?:\p{Ll}|\p{Lu}{2,})[^\n]*$/u;

/** Joins paragraphs that break off mid-sentence with their continuations. */
function joinBrokenParagraphs(blocks: readonly Block[]): Block[] {
  const joined: Block[] = [];
  for (const { heading, text } of blocks) {
    const last = joined.at(-1);
    if (last?.heading === heading && BREAKS_OFF.test(last.text.slice(-TAIL_LENGTH)) && CONTINUES.test(text))
      joined[joined.length - 1] = { heading, text: `${last.text} ${text}` };
    else joined.push({ heading, text });
  }
  return joined;
}

/** Returns the maximum length of a passage that starts with a text; it is higher if the text is a short introduction. */
const maxLengthAfter = (text: string) => (text.length <= MAX_INTRODUCTION ? MAX_INTRODUCED : MAX_JOINED);

function splitAtSentences(text: string): string[] {
  if (text.length <= MAX_LENGTH) return text === '' ? [] : [text];
  const pieces: string[] = [];
  let start = 0;
  let end = 0;
  for (const sentence of sentencesOf(text)) {
    if (sentence.end - start > MAX_JOINED && end > start) {
      pieces.push(text.slice(start, end));
      start = sentence.start;
    }
    end = sentence.end;
    // An overlong sentence is cut at the limit.
    while (end - start > MAX_LENGTH) {
      const cut = characterBoundary(text, start + MAX_LENGTH);
      pieces.push(text.slice(start, cut));
      start = cut;
    }
  }
  pieces.push(text.slice(start, end));
  return pieces.map((piece) => piece.trim()).filter((piece) => piece !== '');
}

/** Moves the end of a slice back if it would separate a surrogate pair. */
export function characterBoundary(text: string, end: number): number {
  return /[\uD800-\uDBFF]/.test(text[end - 1] ?? '') ? end - 1 : end;
}
