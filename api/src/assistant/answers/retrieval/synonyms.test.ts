import { expect, test } from 'vitest';
import { SYNONYMS } from './synonyms.ts';
import { stemOf } from './words.ts';

test('"founded" means "established", and "find" does not', () => {
  expect(SYNONYMS.get(stemOf('founded'))).toContain(stemOf('established'));
  expect(SYNONYMS.get(stemOf('find'))).toBeUndefined();
});

test.each([
  ['know', 'name'],
  ['break', 'damage'],
  ['training', 'bus'],
  ['certificate', 'license'],
  ['occupancy', 'job'],
  ['vacancies', 'job'],
  ['fall', 'reduce'],
  ['call', 'title'],
  ['wine', 'beer'],
])('"%s" does not mean "%s"', (word, other) => {
  expect(SYNONYMS.get(stemOf(word)) ?? new Set()).not.toContain(stemOf(other));
});

test.each([
  ['wine', 'alcohol'],
  ['auto', 'car'],
])('"%s" can mean "%s"', (word, other) => {
  expect(SYNONYMS.get(stemOf(word))).toContain(stemOf(other));
});
