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
  ['We sell **bread** and `cake` [1].', 'We sell bread and cake.'],
])('no answer leads where no source stands: %s', (text, left) => {
  expect(plainAnswer(text, PAGES)).toBe(left);
});

test.each([
  ['Book at https://tables.example/bakery.', 'Book at …'],
  ['Book at https://tables.example/bakery, or call us.', 'Book at …, or call us.'],
  ['Have you seen https://tables.example/bakery?', 'Have you seen …?'],
])(
  'what is left out of a quoted sentence is seen to be, and the sentence ends as it did: %s',
  (text, left) => {
    expect(plainAnswer(text, PAGES)).toBe(left);
  },
);

test.each([
  'Read https://bakery.example/menu',
  'Read https://bakery.example/menu.',
  'Read https://bakery.example.',
  'Read www.bakery.example, please.',
  'Order at https://shop.bakery.example/cakes.',
])("addresses of a source's own site stay in what is quoted: %s", (text) => {
  expect(plainAnswer(text, PAGES)).toBe(text);
  expect(plainAnswer(text, [{ number: 1, title: 'Hours', url: 'https://www.bakery.example/hours' }])).toBe(
    text,
  );
});
