import { expect, test } from 'vitest';
import { sentenceOf, shownValue } from './event-texts.ts';

test('turns an event type into words', () => {
  expect(sentenceOf('ClientProductsChanged')).toBe('Client products changed');
});

test.each([
  [null, 'nothing'],
  ['', 'nothing'],
  [[], 'nothing'],
  [true, 'yes'],
  [false, 'no'],
  [['a.test', 'b.test'], 'a.test, b.test'],
  [{ demo_mode: true }, '{"demo_mode":true}'],
  [3, '3'],
])('the value %j reads as %s', (value, text) => {
  expect(shownValue(value)).toBe(text);
});
