import { expect, test } from 'vitest';
import { columnsWithin } from './columns.ts';

const COLUMNS = ['street_address', 'zip_code', 'score', 'grade', 'units', 'year_built', 'actions'].map(
  (colId) => ({
    colId,
    minWidth: 100,
  }),
);
const columnIds = (width: number, sortedId?: string) =>
  columnsWithin(width, COLUMNS, sortedId).map(({ colId }) => colId);

test('shows all columns that fit', () => {
  expect(columnIds(700)).toEqual(COLUMNS.map(({ colId }) => colId));
});

test('drops year and ZIP code first and keeps the order of the others', () => {
  expect(columnIds(699)).toEqual(['street_address', 'zip_code', 'score', 'grade', 'units', 'actions']);
  expect(columnIds(500)).toEqual(['street_address', 'score', 'grade', 'units', 'actions']);
});

test('keeps the sorted column', () => {
  expect(columnIds(600, 'year_built')).toEqual([
    'street_address',
    'score',
    'grade',
    'units',
    'year_built',
    'actions',
  ]);
});

test('never drops address, score and actions', () => {
  expect(columnIds(10)).toEqual(['street_address', 'score', 'actions']);
});
