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
/** `AT&T`, `U.S.`: letters that belong together. */
const stems = new Map<string, string>();
const MOST_STEMS = 200_000;

/** The words of a text, in order. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  for (const match of text.matchAll(WORD)) {
    words.push({ stem: stemOf(match[0]), start: match.index, end: match.index + match[0].length });
  }
  return words;
}

/** One form for all forms of a word: `Opening`, `opens` and `opened` are `open`; `began` is `begin`. */
export function stemOf(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const plain = word
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(/['’](s|t|re|ve|ll|d|m)?$/, '')
    .replaceAll(/['’]/g, '');
  const stem = /^\p{Script=Latin}{3,}$/u.test(plain) ? stemmer(IRREGULAR.get(plain) ?? plain) : plain;
  if (stems.size >= MOST_STEMS) stems.clear();
  stems.set(word, stem);
  return stem;
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
