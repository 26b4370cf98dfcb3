import { expect, test } from 'vitest';
import { plainAnswer } from './answer-text.ts';

const PAGES = [{ number: 1, title: 'Hours', url: 'https://bakery.example/hours' }];

test.each([
  ['See [our shop](https://evil.example/x) now', 'See our shop now'],
  ['See [our shop](javascript:alert(1)) now', 'See our shop now'],
  ['![picture](https://evil.example/track.png)', 'picture'],
  ['Go to https://evil.example/login now', 'Go to … now'],
  ['Go to www.evil.example now', 'Go to … now'],
  ['Go to <https://bakery.example.evil.example/>!', 'Go to …!'],
  ['[1]: https://evil.example/login\nWe open at 7.', 'We open at 7.'],
  ['[shop]: <javascript:alert(1)> "Shop"\nWe open at 7.', 'We open at 7.'],
  ['We sell **bread** and `cake` [1].', 'We sell bread and cake.'],
  ['## Hours\nWe open at 7.', 'Hours\nWe open at 7.'],
  ['Go to **https://evil.example** now', 'Go to … now'],
  [
    'Go to **https://bakery.example** or `www.bakery.example`',
    'Go to https://bakery.example or www.bakery.example',
  ],
])('removes markup and links to sites that are not cited: %s', (text, expected) => {
  expect(plainAnswer(text, PAGES)).toBe(expected);
});

test.each([
  ['Book at https://tables.example/bakery.', 'Book at …'],
  ['Book at https://tables.example/bakery, or call us.', 'Book at …, or call us.'],
  ['Have you seen https://tables.example/bakery?', 'Have you seen …?'],
])('marks a removed URL in a quoted sentence and keeps the punctuation: %s', (text, expected) => {
  expect(plainAnswer(text, PAGES)).toBe(expected);
});

test('keeps a line that starts with a term in brackets', () => {
  expect(plainAnswer('[Parking]: behind the building', PAGES)).toBe('[Parking]: behind the building');
});

test.each([
  'Read https://bakery.example/menu',
  'Read https://bakery.example/menu.',
  'Read https://bakery.example.',
  'Read www.bakery.example, please.',
  'Order at https://shop.bakery.example/cakes.',
])('keeps URLs on the site of a cited source: %s', (text) => {
  expect(plainAnswer(text, PAGES)).toBe(text);
  expect(plainAnswer(text, [{ number: 1, title: 'Hours', url: 'https://www.bakery.example/hours' }])).toBe(
    text,
  );
});
