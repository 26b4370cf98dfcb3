import { stemmer } from 'stemmer';
import { IRREGULAR } from './irregular.ts';

/** A word of a text: its stem, and where it stands. */
export interface Word {
  readonly stem: string;
  readonly start: number;
  readonly end: number;
}

const WORD = /[\p{L}\p{N}]+(?:['’][\p{L}]+)*/gu;
const MARKS = /\p{M}+/gu;
/** Of pages alone, by the hundred thousand and most of them again and again: what a person typed may have to be erased. */
const stemsOfPages = new Map<string, string>();
const MOST_STEMS = 200_000;

/** The words of a text, in order. Nothing of it is remembered. */
export function wordsOf(text: string): Word[] {
  return wordsBy(text, stemOf);
}

/** The same for a page: the next one has many of its words too. */
export function wordsOfPage(text: string): Word[] {
  return wordsBy(text, (word) => {
    const stem = stemOf(word);
    if (stemsOfPages.size >= MOST_STEMS) stemsOfPages.clear();
    stemsOfPages.set(word, stem);
    return stem;
  });
}

function wordsBy(text: string, stem: (word: string) => string): Word[] {
  return Array.from(text.matchAll(WORD), ({ 0: word, index }) => ({
    stem: stem(word),
    start: index,
    end: index + word.length,
  }));
}

/** True for a word of a page that was read here. */
export const isRemembered = (word: string): boolean => stemsOfPages.has(word);

/** One form for all forms of a word: `Opening`, `opens` and `opened` are `open`; `began` is `begin`. */
export function stemOf(word: string): string {
  const known = stemsOfPages.get(word);
  if (known !== undefined) return known;
  const plain = word
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(/['’](s|t|re|ve|ll|d|m)?$/, '')
    .replaceAll(/['’]/g, '');
  return /^\p{Script=Latin}{3,}$/u.test(plain) ? stemmer(IRREGULAR.get(plain) ?? plain) : plain;
}

/** Words that say nothing of what is asked for. */
const EMPTY = new Set(
  `a an the of to in on at by for from with as and or but nor so if than then that this these those it its is are was
  were be been being am do does did doing done has have had having will would shall should can could may might must i
  you he she we they me him her us them my your his our their mine yours there here not no who whom whose which what when
  where why how s t re ve ll d m`
    .split(/\s+/)
    .map(stemOf),
);

/** True for a word that only holds a sentence together. */
export function isEmptyWord(stem: string): boolean {
  return EMPTY.has(stem);
}
