import { createLoader } from 'nuqs';
import { expect, test } from 'vitest';
import { listParsers, searchOf, sortFor } from './list-state.ts';

const read = createLoader(listParsers);

test('reads the list state from the URL', () => {
  expect(read('?minScore=85&search=main%20st&sortBy=parcel_area&sortOrder=asc&page=3')).toMatchObject({
    minScore: 85,
    search: 'main st',
    sortBy: 'parcel_area',
    sortOrder: 'asc',
    page: 3,
    classification: null,
  });
});

test('ignores values that the API would reject', () => {
  expect(
    read('?minScore=101&minYearBuilt=12&classification=ugly&sortBy=luck&minUnits=&search=%00'),
  ).toMatchObject({
    minScore: null,
    minYearBuilt: null,
    classification: null,
    sortBy: 'score',
    minUnits: null,
    search: null,
  });
});

test('leaves default values out of the URL', () => {
  expect(searchOf({ ...read(''), page: 1, sortBy: 'score' })).toBe('');
  expect(searchOf({ minScore: 0 })).toBe('?minScore=0');
});

test('falls back to the score for a sort field of another property type', () => {
  expect(sortFor('adu', 'property_score')).toBe('score');
  expect(sortFor('ios', 'property_score')).toBe('property_score');
});
