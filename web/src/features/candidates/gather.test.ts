import { pointsOf } from '@landline/api/candidates/points-contract';
import { describe, expect, test } from 'vitest';
import { APART, type Circle, gather, isWithin, locate, type View, widened } from './gather.ts';

const WORLD = [-180, -85, 180, 85] as const;
const WORLD_PIXELS = 512;

/** Columns of places with scores in tenths. */
function at(places: readonly (readonly [longitude: number, latitude: number, tenths: number])[]) {
  const points = pointsOf(places.length, places.length);
  for (const [i, [longitude, latitude, tenths]] of places.entries()) {
    points.longitudes[i] = Math.round(longitude * 1e7);
    points.latitudes[i] = Math.round(latitude * 1e7);
    points.scores[i] = tenths;
  }
  return locate(points);
}

function drawn(located: ReturnType<typeof locate>, view: View) {
  const { features } = gather(located, view);
  const properties = features.map((feature) => feature.properties);
  return {
    places: features.map(({ geometry }) => geometry.coordinates as [number, number]),
    circles: properties.filter((one): one is Circle => 'count' in one),
    spots: properties.filter((one) => 'i' in one),
  };
}

describe('what stands close together', () => {
  const near = at([
    [-118.3, 34.05, 700],
    [-118.3001, 34.0501, 912],
    [-118.2999, 34.0499, -1],
    [-117, 34.05, 0],
  ]);

  test('is one circle with the best of their scores, which leads to all of them', () => {
    const { circles, spots } = drawn(near, { bounds: WORLD, zoom: 8 });
    expect(circles).toHaveLength(1);
    expect(circles[0]).toMatchObject({ count: 3, label: '3', best: 91.2 });
    const { west, south, east, north } = circles[0] as Circle;
    for (const [edge, degrees] of [
      [west, -118.3001],
      [south, 34.0499],
      [east, -118.2999],
      [north, 34.0501],
    ] as const)
      expect(edge).toBeCloseTo(degrees, 6);
    expect(spots).toEqual([{ i: 3, s: 0 }]);
  });

  test('stands apart where one looks closely', () => {
    const { circles, spots, places } = drawn(near, { bounds: [-118.31, 34.04, -118.29, 34.06], zoom: 15 });
    expect(circles).toEqual([]);
    expect(spots).toEqual([
      { i: 0, s: 70 },
      { i: 1, s: 91.2 },
      { i: 2, s: -1 },
    ]);
    expect(places[0]).toEqual([-118.3, 34.05]);
  });
});

describe('a hundred thousand points', () => {
  const many = at(
    Array.from({ length: 100_000 }, (_, n) => [
      -72 - (n % 400) / 500,
      43 + Math.floor(n / 400) / 500,
      n % 1000,
    ]),
  );

  test.each([3, 6, 9, 12])('are each drawn once at zoom %i', (zoom) => {
    const { circles, spots } = drawn(many, { bounds: WORLD, zoom });
    expect(circles.reduce((sum, { count }) => sum + count, spots.length)).toBe(100_000);
  });

  test('are drawn where none covers another', () => {
    const { places } = drawn(many, { bounds: WORLD, zoom: 10 });
    const pixels = WORLD_PIXELS * 2 ** 10;
    const there = places.map(([longitude, latitude]) => {
      const up = Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360));
      return [(longitude / 360) * pixels, (up / (2 * Math.PI)) * pixels] as const;
    });
    const distances = there.flatMap(([x, y], i) =>
      there.slice(i + 1).map((other) => Math.hypot(x - other[0], y - other[1])),
    );
    expect(there.length).toBeGreaterThan(100);
    expect(Math.min(...distances)).toBeGreaterThan(APART - 0.01);
  });
});

test('only the view and what one may move into is gathered, and serves until one leaves it', () => {
  const wide = widened([-118.31, 34.04, -118.29, 34.06]);
  expect(isWithin([-118.31, 34.04, -118.29, 34.06], wide)).toBe(true);
  expect(isWithin([-118.315, 34.04, -118.295, 34.06], wide)).toBe(true);
  expect(isWithin([-118.34, 34.04, -118.32, 34.06], wide)).toBe(false);
  const points = at([
    [-118.3, 34.05, 10],
    [-118.2, 34.05, 20],
  ]);
  expect(drawn(points, { bounds: wide, zoom: 16 }).spots).toEqual([{ i: 0, s: 1 }]);
});

test.each([
  [999, '999'],
  [1_250, '1.3k'],
  [12_600, '13k'],
])('%i is told as %s', (count, label) => {
  const points = at(Array.from({ length: count }, () => [-118, 34, 1]));
  expect(drawn(points, { bounds: WORLD, zoom: 3 }).circles.map((circle) => circle.label)).toEqual([label]);
});
