import { expect, test } from 'vitest';
import { linkToQuote } from './text-fragment.ts';

const URL = 'https://example.com/prices';

test.each([
  ['We open at nine.', 'We open at nine.'],
  [
    'We open at nine and close at six on every day of the week.',
    'We open at nine and,every day of the week.',
  ],
  ['- Bread\n- Cake\n…', 'Bread,Cake'],
  ['Plan: Basic; Price: $10 a month', 'Basic,$10 a month'],
  ['Plan: Basic; Price: $10\nPlan: Pro; Price: $25', 'Basic,$25'],
  ['Storage – Basic: 10 GB; Pro: 100 GB', '10 GB,100 GB'],
  ['Monday: 9 am to 5 pm', '9 am to 5 pm'],
  ['Basic | $10 a month', 'Basic,$10 a month'],
  ['Note: we close early; call us before you come by on a Sunday.', 'we close early,come by on a Sunday.'],
])('links to %j', (quote, expected) => {
  const fragment = expected.split(',').map((part) => encodeURIComponent(part));
  expect(linkToQuote(URL, quote)).toBe(`${URL}#:~:text=${fragment.join(',')}`);
});

test('returns the bare URL for a quote without text, and nothing without a URL', () => {
  expect(linkToQuote('', 'Open daily.')).toBe('');
  expect(linkToQuote(URL, '…')).toBe(URL);
});
