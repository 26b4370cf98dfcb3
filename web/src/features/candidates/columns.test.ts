import { expect, test } from 'vitest';
import { columnsWithin } from './columns.ts';

const COLUMNS = ['street_address', 'zip_code', 'score', 'grade', 'units', 'year_built', 'actions'].map(
  (colId) => ({
    colId,
    minWidth: 100,
  }),
);
const shown = (width: number, kept?: string) => columnsWithin(width, COLUMNS, kept).map(({ colId }) => colId);

test('what fits is shown', () => {
  expect(shown(700)).toEqual(COLUMNS.map(({ colId }) => colId));
});

test('year and zip code give way first, the others keep their order', () => {
  expect(shown(699)).toEqual(['street_address', 'zip_code', 'score', 'grade', 'units', 'actions']);
  expect(shown(500)).toEqual(['street_address', 'score', 'grade', 'units', 'actions']);
});

test('the column that the list is sorted by stays', () => {
  expect(shown(600, 'year_built')).toEqual([
    'street_address',
    'score',
    'grade',
    'units',
    'year_built',
    'actions',
  ]);
});

test('address, score and actions never give way', () => {
  expect(shown(10)).toEqual(['street_address', 'score', 'actions']);
});
