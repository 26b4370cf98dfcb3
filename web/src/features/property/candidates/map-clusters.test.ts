import { allocatePoints } from '@landline/api/property/candidates/points-contract';
import { describe, expect, test } from 'vitest';
import {
  CLUSTER_PIXELS,
  type Cluster,
  clusterFeatures,
  isWithin,
  projectPoints,
  type View,
  widen,
} from './map-clusters.ts';

const WORLD = [-180, -85, 180, 85] as const;
const WORLD_PIXELS = 512;

/** Returns projected points with scores in tenths. */
function pointsAt(places: readonly (readonly [longitude: number, latitude: number, tenths: number])[]) {
  const points = allocatePoints(places.length, places.length);
  for (const [i, [longitude, latitude, tenths]] of places.entries()) {
    points.longitudes[i] = Math.round(longitude * 1e7);
    points.latitudes[i] = Math.round(latitude * 1e7);
    points.scores[i] = tenths;
  }
  return projectPoints(points);
}

function drawn(projected: ReturnType<typeof projectPoints>, view: View) {
  const { features } = clusterFeatures(projected, view);
  const properties = features.map((feature) => feature.properties);
  return {
    places: features.map(({ geometry }) => geometry.coordinates as [number, number]),
    clusters: properties.filter((property): property is Cluster => 'count' in property),
    singles: properties.filter((property) => 'i' in property),
  };
}

describe('points close together', () => {
  const near = pointsAt([
    [-118.3, 34.05, 700],
    [-118.3001, 34.0501, 912],
    [-118.2999, 34.0499, -1],
    [-117, 34.05, 0],
  ]);

  test('form one cluster with their best score and their bounds', () => {
    const { clusters, singles } = drawn(near, { bounds: WORLD, zoom: 8 });
    expect(clusters).toHaveLength(1);
    expect(clusters[0]).toMatchObject({ count: 3, label: '3', best: 91.2 });
    const { west, south, east, north } = clusters[0] as Cluster;
    for (const [edge, degrees] of [
      [west, -118.3001],
      [south, 34.0499],
      [east, -118.2999],
      [north, 34.0501],
    ] as const)
      expect(edge).toBeCloseTo(degrees, 6);
    expect(singles).toEqual([{ i: 3, s: 0 }]);
  });

  test('are single points at a high zoom', () => {
    const { clusters, singles, places } = drawn(near, { bounds: [-118.31, 34.04, -118.29, 34.06], zoom: 15 });
    expect(clusters).toEqual([]);
    expect(singles).toEqual([
      { i: 0, s: 70 },
      { i: 1, s: 91.2 },
      { i: 2, s: -1 },
    ]);
    expect(places[0]).toEqual([-118.3, 34.05]);
  });
});

describe('100,000 points', () => {
  const many = pointsAt(
    Array.from({ length: 100_000 }, (_, n) => [
      -72 - (n % 400) / 500,
      43 + Math.floor(n / 400) / 500,
      n % 1000,
    ]),
  );

  test.each([3, 6, 9, 12])('are each drawn once at zoom %i', (zoom) => {
    const { clusters, singles } = drawn(many, { bounds: WORLD, zoom });
    expect(clusters.reduce((sum, { count }) => sum + count, singles.length)).toBe(100_000);
  });

  test('do not overlap', () => {
    const { places } = drawn(many, { bounds: WORLD, zoom: 10 });
    const pixels = WORLD_PIXELS * 2 ** 10;
    const positions = places.map(([longitude, latitude]) => {
      const mercatorY = Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360));
      return [(longitude / 360) * pixels, (mercatorY / (2 * Math.PI)) * pixels] as const;
    });
    const distances = positions.flatMap(([x, y], i) =>
      positions.slice(i + 1).map((other) => Math.hypot(x - other[0], y - other[1])),
    );
    expect(positions.length).toBeGreaterThan(100);
    expect(Math.min(...distances)).toBeGreaterThan(CLUSTER_PIXELS - 0.01);
  });
});

test('clusters the view and a margin that small moves stay within', () => {
  const wide = widen([-118.31, 34.04, -118.29, 34.06]);
  expect(isWithin([-118.31, 34.04, -118.29, 34.06], wide)).toBe(true);
  expect(isWithin([-118.315, 34.04, -118.295, 34.06], wide)).toBe(true);
  expect(isWithin([-118.34, 34.04, -118.32, 34.06], wide)).toBe(false);
  const points = pointsAt([
    [-118.3, 34.05, 10],
    [-118.2, 34.05, 20],
  ]);
  expect(drawn(points, { bounds: wide, zoom: 16 }).singles).toEqual([{ i: 0, s: 1 }]);
});

test.each([
  [999, '999'],
  [1_250, '1.3K'],
  [12_600, '13K'],
])('abbreviates %i as %s', (count, label) => {
  const points = pointsAt(Array.from({ length: count }, () => [-118, 34, 1]));
  expect(drawn(points, { bounds: WORLD, zoom: 3 }).clusters.map((cluster) => cluster.label)).toEqual([label]);
});
