import type { Turn } from './contract.ts';
import { isEmptyWord, wordsOf } from './retrieval/words.ts';

const LEANS =
  /\b(?:it|its|they|them|their|he|him|his|she|her|that|this|those|these|there|one|ones|same|else|other|another)\b|^\s*(?:and|but|or|so|what about|how about|also|why|why not|when|where|how|how much|how many)\b/i;
/** A question with fewer telling words does not stand alone. */
const FEW = 2;

/** What a question leans on: the visitor's question before it, where it does not stand alone; otherwise nothing. */
export function contextOf(question: string, history: readonly Turn[]): string {
  const previous = history.findLast(({ role }) => role === 'user')?.text ?? '';
  const telling = new Set(
    wordsOf(question)
      .map(({ stem }) => stem)
      .filter((stem) => !isEmptyWord(stem)),
  );
  return telling.size < FEW || (telling.size <= FEW * 2 && LEANS.test(question)) ? previous : '';
}
