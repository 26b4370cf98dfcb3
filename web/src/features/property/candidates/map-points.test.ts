import { allocatePoints, pointId } from '@landline/api/property/candidates/points-contract';
import { expect, test } from 'vitest';
import { boundsOf, featuresOf, findMapPoint, gradeColor, gradeCounts } from './map-points.ts';

const points = allocatePoints(4, 3);
points.longitudes.set([-1_182_000_000, -1_184_000_000, -1_183_000_000]);
points.latitudes.set([341_000_000, 339_000_000, 340_000_000]);
points.scores.set([912, 249, -1]);
for (const [at, byte] of [0xf3, 0x01, 0x02].entries()) points.ids[at * 16] = byte;

test('turns each candidate into a point with its index and score', () => {
  expect(featuresOf(points).features.map(({ properties }) => properties)).toEqual([
    { i: 0, s: 91.2 },
    { i: 1, s: 24.9 },
    { i: 2, s: -1 },
  ]);
});

test('finds a candidate among the points by its id', () => {
  for (const i of [0, 1, 2]) expect(findMapPoint(points, pointId(points, i))?.i).toBe(i);
  expect(findMapPoint(points, '03000000-0000-8000-8000-000000000000')).toBeNull();
  expect(findMapPoint(points, null)).toBeNull();
});

test('computes the bounds of all points', () => {
  expect(boundsOf(points)).toEqual([-118.4, 33.9, -118.2, 34.1]);
  expect(boundsOf(allocatePoints(1, 0))).toBeNull();
});

test('counts grades, best first, without empty ones', () => {
  expect(gradeCounts(points)).toEqual([
    { grade: 'Premium', count: 1 },
    { grade: 'Unsuitable', count: 1 },
    { grade: 'Unrated', count: 1 },
  ]);
});

test('changes color at the lower limit of each grade, lowest first', () => {
  const stops = (gradeColor('light', 's') as unknown[]).filter((part) => typeof part === 'number');
  expect(stops).toEqual([0, 25, 40, 50, 70, 80, 90]);
});
