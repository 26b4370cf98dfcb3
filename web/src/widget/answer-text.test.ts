import { expect, test } from 'vitest';
import { plainAnswer } from './answer-text.ts';

const PAGES = [{ number: 1, title: 'Hours', url: 'https://bakery.example/hours' }];

test.each([
  ['See [our shop](https://evil.example/x) now', 'See our shop now'],
  ['See [our shop](javascript:alert(1)) now', 'See our shop now'],
  ['![picture](https://evil.example/track.png)', 'picture'],
  ['Go to https://evil.example/login now', 'Go to  now'],
  ['Go to www.evil.example now', 'Go to  now'],
  ['Read https://bakery.example/menu', 'Read https://bakery.example/menu'],
  ['We sell **bread** and `cake` [1].', 'We sell bread and cake.'],
])('links that the model has written are left out: %s', (text, left) => {
  expect(plainAnswer(text, PAGES)).toBe(left);
});
