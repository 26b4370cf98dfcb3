import dictionary from 'dictionary-en';
import { stemOf } from './words.ts';

interface Vocabulary {
  /** Base forms in lower case. */
  readonly words: ReadonlySet<string>;
  /** Stems of the words that are written in lower case. */
  readonly common: ReadonlySet<string>;
  /** Stems of the words that are written with a capital. */
  readonly proper: ReadonlySet<string>;
}

/** Matches a rule for a prefix, such as `PFX A 0 re .`: its flag and the prefix. */
const PREFIX = /^PFX (\w) +0 +(\w+)/gm;

/** Loads the Hunspell English dictionary; each entry lists the flags of its prefixes: `schedule/ADRSM`. */
function readVocabulary(): Vocabulary {
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('utf8');
  const prefixes = [...text(dictionary.aff).matchAll(PREFIX)].map(([, flag = '', prefix = '']) => ({
    flag,
    prefix,
  }));
  const words = text(dictionary.dic)
    .split('\n')
    .slice(1)
    .flatMap((line) => {
      const [word = '', flags = ''] = line.split('/');
      return [
        word,
        ...prefixes.filter(({ flag }) => flags.includes(flag)).map(({ prefix }) => prefix + word),
      ];
    });
  return {
    words: new Set(words.map((word) => word.toLowerCase())),
    common: new Set(words.filter((word) => /^\p{Ll}/u.test(word)).map(stemOf)),
    proper: new Set(words.filter((word) => /^\p{Lu}/u.test(word)).map(stemOf)),
  };
}

let vocabulary: Vocabulary | undefined;
/** Returns the vocabulary, loading it on the first call. */
const englishVocabulary = () => {
  vocabulary ??= readVocabulary();
  return vocabulary;
};

/** Endings of inflected words, each with its replacement in the base form. */
const ENDINGS: readonly (readonly [RegExp, string])[] = [
  [/['’]s$/, ''],
  [/s$/, ''],
  [/(?:d|r|st)$/, ''],
  [/(?:es|ed|ing|er|est|ly)$/, ''],
  [/ing$/, 'e'],
  [/(?:ies|ied|ier|iest|ily)$/, 'y'],
  [/(.)\1(?:ed|ing|er|est)$/, '$1'],
];

/** Returns true for an English word in any inflected form. Such a word is spelled correctly even if no page contains it. */
export function isEnglishWord(word: string): boolean {
  const { words } = englishVocabulary();
  const form = word.toLowerCase();
  return words.has(form) || ENDINGS.some(([ending, base]) => words.has(form.replace(ending, base)));
}

/** Returns true if English writes some form of the word in lower case. */
export const isCommonWord = (word: string): boolean => englishVocabulary().common.has(stemOf(word));

/** Returns true for a word that English can write with a capital letter: "Lisbon", but also "Mark". */
export const isName = (word: string): boolean => englishVocabulary().proper.has(stemOf(word));

/** Returns true for a word that English always writes with a capital letter: "Lisbon", but not "Mark". */
export const isProperNoun = (word: string): boolean => isEnglishWord(word) && !isCommonWord(word);
