import { expect, test } from 'vitest';
import { matchedShare } from './agreement.ts';

const share = (...words: string[]) =>
  matchedShare(
    words.map((word) => ({ word, similarity: 0.2 })),
    new Set(['car', 'wash']),
    (stem) => (stem === 'ur' ? 0 : 1),
  );

test('counts a word that the sentence lacks by the similarity of the closest one', () => {
  expect(share('do', 'you', 'wash', 'cars')).toBe(1);
  expect(share('do', 'you', 'wash', 'trucks')).toBeCloseTo(0.6);
});

test('ignores contracted stop words and words without weight', () =>
  expect(share("didn't", 'ur', 'car', "won't", 'wash')).toBe(1));

test('is 1 for a question of stop words and words of general meaning', () => {
  expect(share('where', 'are', 'you', 'guys')).toBe(1);
  expect(share('where', 'are', 'ur', 'guys')).toBe(1);
});
