import { stemmer } from 'stemmer';
import { IRREGULAR_FORMS } from './irregular-forms.ts';

/** Stem of a word, and its offsets in the text. */
export interface Word {
  readonly stem: string;
  /** Offset of its first character, in UTF-16 code units. */
  readonly start: number;
  /** Offset after its last character. */
  readonly end: number;
}

const WORD = /[\p{L}\p{N}]+(?:['’][\p{L}]+)*/gu;
const MARKS = /\p{M}+/gu;
/** Abbreviation of Sunday; in lower case, it is the sun. */
const SUNDAY = /^S(?:un|UN)$/;
/** Stems by word. Holds words of pages only, since a visitor's words may have to be erased. */
const pageStems = new Map<string, string>();
const MAX_CACHED = 200_000;

/** Returns the words of a text in order. Does not cache, as visitors' texts must not be kept. */
export function wordsOf(text: string): Word[] {
  return wordsBy(text, stemOf);
}

/** Returns the words of a page and caches their stems, which recur on other pages. */
export function wordsOfPage(text: string): Word[] {
  return wordsBy(text, (word) => {
    const stem = stemOf(word);
    if (pageStems.size >= MAX_CACHED) pageStems.clear();
    pageStems.set(word, stem);
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

/** Returns true if the stem of a word is cached. */
export const isCached = (word: string): boolean => pageStems.has(word);

/** English function words, which are not searched for. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  `a an the of to in on at by for from even with as and or but nor so if than then that this these those it its is are was
  were be been being am do does did doing done has have had having will would shall should can could may might must i
  you he she we they me him her us them my your his our their mine yours hers ours theirs there here not no who whom whose
  which what when where why how hi s t re ve ll d m`.split(/\s+/),
);

/**
 * Returns the stem of a word in lower case: `open` for `Opening` and `opened`, `begin` for `began`. The stem of a stop word is
 * the word itself, which no other word has for a stem: `use` is not `us`, nor `wills` `will`.
 */
export function stemOf(word: string): string {
  const cached = pageStems.get(word);
  if (cached !== undefined) return cached;
  const plain = word
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(/^(?:wo|ca)n['’]t$/, 'will')
    .replace(/n['’]t$/, '')
    .replace(/['’](s|t|re|ve|ll|d|m)?$/, '')
    .replaceAll(/['’]/g, '');
  if (STOP_WORDS.has(plain) || !/^\p{Script=Latin}{3,}$/u.test(plain)) return plain;
  const base = SUNDAY.test(word) ? 'sunday' : IRREGULAR_FORMS.get(plain);
  const stem = stemmer(base ?? plain);
  return STOP_WORDS.has(stem) ? `${stem}-` : stem;
}

/** Stop words as they are often mistyped or abbreviated. Few pages use these forms, so they would weigh most of all words. */
const MISTYPED = `teh hte th taht tht thsi tihs thier thay adn nad abd od fo fro si iwll wil wll whta waht wat wut whats wich
  whcih whch wiht wtih wth wen whn wehn whne wher whre weher hwo hw doe dose dos deos dosnt dont doesnt didnt cant wont isnt
  arent wasnt hav hvae haev ahve shoud shuld cna coud cuold woud wuld r u ur yr yuo yoru yuor youre im ive id theres thats
  n b c y wats hows hws ther thn yu`;
const MISTYPED_WORDS = new Set(MISTYPED.split(/\s+/).map(stemOf));

/** Returns true for the stem of a stop word. */
export function isStopWord(stem: string): boolean {
  return STOP_WORDS.has(stem);
}

/** Returns true for the stem of a mistyped or abbreviated stop word. */
export const isMistypedStopWord = (stem: string): boolean => MISTYPED_WORDS.has(stem);

/** Returns the distinct stems of a text without stop words. */
export const contentStemsOf = (text: string): ReadonlySet<string> =>
  new Set(
    wordsOf(text)
      .map(({ stem }) => stem)
      .filter((stem) => !isStopWord(stem)),
  );

/** Stems of words whose meaning is so general that they say little about a question, however few pages use them. */
const GENERAL_WORDS = new Set(
  `get got give put keep ok okay good now out any own just really actually someone somebody anyone thing stuff able way try let
  want like much each more once still ever going happen last into don doesn isn can't know work make take use find need
  help go come look turn see say tell ask think become seem become mean bring run set start new old kind type sort different
  possible exactly always never again also yet up down off over under too very guys please one ones lot bit whole around
  back last long available offer whenever whatever wherever however best right sure per done doing made taken given used using without within between
  during about only most less least every all some such other another same else people something anything`
    .split(/\s+/)
    .map(stemOf),
);
const GENERAL_WORD_WEIGHT = 0.4;

/** Returns the factor of a stem's weight: less than 1 for words of general meaning, otherwise 1. */
export const specificity = (stem: string): number => (GENERAL_WORDS.has(stem) ? GENERAL_WORD_WEIGHT : 1);

/** Returns the distinct stems of a text. */
export const stemsOf = (text: string): ReadonlySet<string> => new Set(wordsOf(text).map(({ stem }) => stem));
