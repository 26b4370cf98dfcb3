import { pointId, pointsOf } from '@landline/api/candidates/points-contract';
import { expect, test } from 'vitest';
import { boundsOf, featuresOf, gradeColor, gradeCounts, placeOf } from './map-points.ts';

const points = pointsOf(4, 3);
points.longitudes.set([-1_182_000_000, -1_184_000_000, -1_183_000_000]);
points.latitudes.set([341_000_000, 339_000_000, 340_000_000]);
points.scores.set([912, 249, -1]);
for (const [at, byte] of [0xf3, 0x01, 0x02].entries()) points.ids[at * 16] = byte;

test('each candidate is a point that knows its place in the list', () => {
  expect(featuresOf(points).features.map(({ properties }) => properties)).toEqual([
    { i: 0, s: 91.2 },
    { i: 1, s: 24.9 },
    { i: 2, s: -1 },
  ]);
});

test('a candidate is found among the points by its id', () => {
  for (const i of [0, 1, 2]) expect(placeOf(points, pointId(points, i))?.i).toBe(i);
  expect(placeOf(points, '03000000-0000-8000-8000-000000000000')).toBeNull();
  expect(placeOf(points, null)).toBeNull();
});

test('the map shows all of them', () => {
  expect(boundsOf(points)).toEqual([-118.4, 33.9, -118.2, 34.1]);
  expect(boundsOf(pointsOf(1, 0))).toBeNull();
});

test('the legend counts grades, best first, and leaves out those that none has', () => {
  expect(gradeCounts(points)).toEqual([
    { grade: 'Premium', count: 1 },
    { grade: 'Unsuitable', count: 1 },
    { grade: 'Unrated', count: 1 },
  ]);
});

test('colours step where grades begin, lowest first', () => {
  const stops = (gradeColor('light', 's') as unknown[]).filter((part) => typeof part === 'number');
  expect(stops).toEqual([0, 25, 40, 50, 70, 80, 90]);
});
