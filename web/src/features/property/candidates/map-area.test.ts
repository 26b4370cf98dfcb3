import { candidateListQuery } from '@landline/api/property/candidates/contract';
import { expect, test } from 'vitest';
import { boundsOfRing, filterOfRing, filterOfView, ringOf } from './map-area.ts';

const triangle = [
  [-118.35, 33.9],
  [-118.31, 33.9],
  [-118.33, 33.95],
] as const;

test('round-trips a drawn area in a form that the API accepts', () => {
  const filter = filterOfRing(triangle);
  expect(ringOf(filter)).toEqual(triangle);
  expect(candidateListQuery.shape.area.safeParse(filter.area).success).toBe(true);
  expect(boundsOfRing(triangle)).toEqual([-118.35, 33.9, -118.31, 33.95]);
});

test('limits a view to valid coordinates and replaces a drawn area', () => {
  const filter = filterOfView([-200, -95, 10.1234567, 20]);
  expect(filter).toEqual({ bbox: '-180,-90,10.12346,20', area: null });
  expect(candidateListQuery.shape.bbox.safeParse(filter.bbox).success).toBe(true);
  expect(ringOf(filter)).toHaveLength(4);
});

test('has no corners without an area', () => {
  expect(ringOf({ bbox: null, area: null })).toBeNull();
});
