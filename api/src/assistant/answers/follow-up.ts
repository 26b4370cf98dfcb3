import type { Turn } from './contract.ts';
import { isStopWord, wordsOf } from './retrieval/words.ts';

const FOLLOW_UP =
  /\b(?:it|its|they|them|their|he|him|his|she|her|that|this|those|these|there|one|ones|same|else|other|another)\b|^\s*(?:and|but|or|so|what about|how about|also|why|why not|when|where|how|how much|how many)\b/i;
/** A question with fewer content words does not stand alone. */
const MIN_WORDS = 2;

/** Returns the visitor's previous question if this one does not stand alone; else an empty string. */
export function contextOf(question: string, history: readonly Turn[]): string {
  const previous = history.findLast(({ role }) => role === 'user')?.text ?? '';
  const contentWords = new Set(
    wordsOf(question)
      .map(({ stem }) => stem)
      .filter((stem) => !isStopWord(stem)),
  );
  return contentWords.size < MIN_WORDS || (contentWords.size <= MIN_WORDS * 2 && FOLLOW_UP.test(question))
    ? previous
    : '';
}
