import { expect, test } from 'vitest';
import { shortenSentence } from './shorten-sentence.ts';

const shorten = (sentence: string, length: number, stem: string) =>
  shortenSentence(sentence, length, [stem], () => 1);

test('quotes the clauses that match the question best', () => {
  expect(shorten('We clean drains, we repair taps, and we also install new boilers.', 40, 'tap')).toBe(
    'We clean drains, we repair taps,…',
  );
});

test('cuts no figure', () => {
  const fees = 'The season costs $1,250 for members and $1,900 for guests, and a day from 9–5 costs $40.';
  expect(shorten(fees, 70, 'guest')).toBe('The season costs $1,250 for members and $1,900 for guests,…');
  expect(shorten('A season costs $1,250 for members and $1,900 for guests.', 42, 'guest')).toBe(
    'A season costs $1,250 for members and…',
  );
});
