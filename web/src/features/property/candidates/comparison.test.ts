import type { CandidateDetail } from '@landline/api/property/candidates/contract';
import { expect, test } from 'vitest';
import { compareIdsIn } from './compare-ids.ts';
import { comparisonOf } from './comparison.ts';

const candidate = (changes: Partial<CandidateDetail>) =>
  ({
    property_type: 'adu',
    score: 80,
    parcel_area: 43_560,
    open_ratio: 0.5,
    city: 'Hawthorne',
    zip_code: '90250',
    ...changes,
  }) as CandidateDetail; // the tests do not check the other fields

const lineOf = (label: string, ...candidates: CandidateDetail[]) =>
  comparisonOf(candidates.map((candidate) => ({ candidate, breakdown: undefined })))
    .flatMap(({ lines }) => lines)
    .find((line) => line.label === label);

test('marks the highest value, unless all are equal or fewer than two are known', () => {
  expect(lineOf('AI score', candidate({ score: 80 }), candidate({ score: 91.2 }))).toEqual({
    label: 'AI score',
    values: ['80.0', '91.2'],
    best: [false, true],
  });
  expect(lineOf('AI score', candidate({}), candidate({}))?.best).toEqual([false, false]);
  expect(lineOf('Lot size', candidate({ parcel_area: null }), candidate({}))).toMatchObject({
    values: ['N/A', '1.0 ac'],
    best: [false, false],
  });
});

test('compares owners only when all parcels are industrial outdoor storage', () => {
  expect(lineOf('Owner', candidate({}), candidate({}))).toBeUndefined();
  const ios = candidate({ property_type: 'ios', owner_name: 'Yard LLC' });
  expect(lineOf('Owner', candidate({}), ios)).toBeUndefined();
  expect(lineOf('Owner', ios, ios)?.values).toEqual(['Yard LLC', 'Yard LLC']);
});

test('reads up to four distinct ids from the URL', () => {
  const id = (n: number) => `0000000${n}-0000-8000-8000-000000000000`;
  expect(compareIdsIn(`?ids=${id(1)},${id(2)},${id(1)},nonsense`)).toEqual([id(1), id(2)]);
  expect(compareIdsIn(`?ids=${[1, 2, 3, 4, 5].map(id)}`)).toHaveLength(4);
  expect(compareIdsIn('')).toEqual([]);
});
