import { sentencesOf } from './retrieval/sentences.ts';

/** A piece of a page between two headings: a paragraph, a list, a table. */
export interface Block {
  /** The headings above it, outermost first. */
  readonly heading: string;
  readonly text: string;
}

export interface PassageText {
  readonly number: number;
  readonly heading: string;
  readonly text: string;
}

/** Short neighbours below one heading become one passage up to this length; what is longer alone is split. */
const JOINED = 1_000;
const LONGEST = 2_000;

/** Cuts a page into what is searched and quoted: pieces that stay below one heading and end with a sentence. */
export function passagesOf(blocks: readonly Block[]): PassageText[] {
  const passages: { heading: string; text: string }[] = [];
  for (const { heading, text } of blocks) {
    for (const piece of split(text.trim())) {
      const last = passages.at(-1);
      if (last?.heading === heading && last.text.length + piece.length < JOINED) last.text += `\n\n${piece}`;
      else passages.push({ heading, text: piece });
    }
  }
  return passages.map((passage, number) => ({ number, ...passage }));
}

function split(text: string): string[] {
  if (text.length <= LONGEST) return text === '' ? [] : [text];
  const pieces: string[] = [];
  let start = 0;
  let end = 0;
  for (const sentence of sentencesOf(text)) {
    if (sentence.end - start > JOINED && end > start) {
      pieces.push(text.slice(start, end));
      start = sentence.start;
    }
    end = sentence.end;
    // A sentence without an end is cut where it has to be.
    for (; end - start > LONGEST; start += LONGEST) pieces.push(text.slice(start, start + LONGEST));
  }
  pieces.push(text.slice(start, end));
  return pieces.map((piece) => piece.trim()).filter((piece) => piece !== '');
}
