import { isCommonWord, isName, isProperNoun } from '../retrieval/english-words.ts';
import { isStopWord, stemOf } from '../retrieval/words.ts';
import { isFunctionWord, type Language } from '../understanding/language.ts';
import { monthOf, weekdayOf } from './calendar-words.ts';

interface Word {
  readonly text: string;
  /** True if a sentence, line or quotation begins with it. */
  readonly isFirst: boolean;
  /** True if `isFirst` and a colon follows. */
  readonly isLabel: boolean;
  /** True if only a space or an initial's period precedes it. */
  readonly isJoined: boolean;
}

const WORD = /[\p{L}\p{M}][\p{L}\p{M}\d]*(?:[’'&-][\p{L}\p{M}\d]+)*/gu;
const CAPITALIZED = /^\p{Lu}/u;
const POSSESSIVE = /[’']s$/;
const TITLE = /^(?:Mr|Mrs|Ms|Mx|Dr|Dra|Prof|Herr|Frau|Sr|Sra|Srta|Señora?|Mme|Madame|Monsieur|Sig|St|Ste)$/;
/** Words that are always capitalized but are not names. */
const NO_NAME =
  /^(?:I|I[’'](?:m|ll|ve|d)|AM|PM|OK|FAQS?|PDF|ID|USD|EUR|GBP|NOT|NO|AND|OR|A|Ud|Uds|Usted|Ustedes|Lei|Sie|Ihnen|Ihre?[mnrs]?|Vous|Uhr)$/;
const ACRONYM = /^\p{Lu}{2,6}s?$/u;
/** Words of a source, by which names are known. */
export interface KnownNames {
  /** All words in order, in lower case and without accents, between spaces. */
  readonly words: string;
  /** Stems of the words in lower case, which are not names. */
  readonly common: ReadonlySet<string>;
  /** First letters of the words in order. */
  readonly initials: string;
}

export function knownNames(text: string): KnownNames {
  const words = wordsIn(text).map((word) => word.text.replace(POSSESSIVE, ''));
  return {
    words: ` ${words.map(plain).join(' ')} `,
    common: new Set(words.filter((word) => !CAPITALIZED.test(word)).map(stemOf)),
    initials: words.map((word) => plain(word).charAt(0)).join(''),
  };
}

/** Returns whether the sources contain every name in a text: adjacent capitalized words. */
export function hasKnownNames(text: string, language: Language, known: KnownNames): boolean {
  return namesIn(text).every(
    (name) =>
      isKnown(
        name.map((word) => word.text),
        known,
      ) || withoutCommonWords(name, language, known).every((words) => isKnown(words, known)),
  );
}

const plain = (word: string) =>
  word.normalize('NFKD').replaceAll(/\p{M}/gu, '').replace(POSSESSIVE, '').toLowerCase();

function wordsIn(text: string): Word[] {
  let end = 0;
  let before = '';
  return [...text.replaceAll(/[*_#`]+/g, '').matchAll(WORD)].map(({ 0: word, index, input }) => {
    const gap = input.slice(end, index);
    const isTitled = gap === '. ' && (TITLE.test(before) || before.length === 1);
    const isFirst = !isTitled && (end === 0 || /[.!?:;…。！？¿¡"“«„(\n•–—|]/u.test(gap) || /^\s*-/.test(gap));
    end = index + word.length;
    before = word;
    const isLabel = isFirst && input[end] === ':';
    return { text: word, isFirst, isLabel, isJoined: gap === ' ' || isTitled };
  });
}

/** Returns the groups of adjacent capitalized words in a text. */
function namesIn(text: string): Word[][] {
  const names: Word[][] = [];
  let isOpen = false;
  for (const word of wordsIn(text)) {
    const bare = word.text.replace(POSSESSIVE, '');
    const isPart =
      CAPITALIZED.test(bare) &&
      !NO_NAME.test(bare) &&
      monthOf(bare) === undefined &&
      weekdayOf(bare) === undefined;
    if (isPart && isOpen && word.isJoined && !word.isFirst) names.at(-1)?.push({ ...word, text: bare });
    else if (isPart) names.push([{ ...word, text: bare }]);
    isOpen = isPart && word.text === bare;
  }
  return names;
}

/** Returns the names among capitalized words: what remains between words that are capitalized for another reason. */
function withoutCommonWords(words: readonly Word[], language: Language, known: KnownNames): string[][] {
  const isTitled = words.some(({ text }) => TITLE.test(text));
  const names: string[][] = [];
  let isOpen = false;
  for (const [i, word] of words.entries()) {
    if (TITLE.test(word.text)) continue;
    const isPart = startsName(word, words[i + 1]) || !isCommon(word, language, known);
    if (isPart && isOpen) names.at(-1)?.push(word.text);
    else if (isPart) names.push([word.text]);
    isOpen = isPart;
  }
  // German capitalizes every noun: two in a row are a name, one is only known by its title.
  if (language !== 'de' || isTitled) return names;
  return names.filter((name) => name.length > 1 || name.some(isProperNoun));
}

/** Returns whether a word that is also a name precedes another name: "Maria Chen", "Mark Baker". */
const startsName = ({ text, isLabel }: Word, next: Word | undefined) =>
  next !== undefined && !isLabel && isName(text) && !isFunctionWord(text) && !isStopWord(stemOf(text));

function isCommon({ text, isFirst, isLabel }: Word, language: Language, known: KnownNames): boolean {
  if (isLabel || known.common.has(stemOf(text))) return true;
  return isFirst && text.split('-').every((part) => isOrdinary(part, language));
}

/** Returns true for an ordinary word, capitalized only because it begins a sentence. */
function isOrdinary(word: string, language: Language): boolean {
  if (isFunctionWord(word) || isStopWord(stemOf(word))) return true;
  if (isProperNoun(word)) return false;
  return language !== 'en' || isCommonWord(word);
}

function isKnown(name: readonly string[], { words, initials }: KnownNames): boolean {
  if (words.includes(` ${name.map(plain).join(' ')} `)) return true;
  const [word = ''] = name;
  if (name.length > 1) return false;
  if (ACRONYM.test(word)) return initials.includes(plain(word).replace(/s$/, ''));
  return words.includes(` ${plain(word).replace(/s$/, '')} `) || words.includes(` ${plain(word)}s `);
}
