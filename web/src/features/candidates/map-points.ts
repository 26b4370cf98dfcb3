import type { Points } from '@landline/api/candidates/points-contract';
import { GRADES, type Grade, gradeOf } from '@landline/event-schemas';
import type { Feature, FeatureCollection, Point } from 'geojson';
import type { ExpressionSpecification } from 'maplibre-gl';
import { GRADE_COLORS, type Scheme } from '../../shared/palette.ts';
import type { Bounds } from '../map/graticule.ts';

const DEGREE = 1e7;

/** One of the points, as far as the map speaks of it. */
export interface Place {
  i: number;
  score: number | null;
  longitude: number;
  latitude: number;
}

/** The point at an index of the columns. */
function placeAt({ longitudes, latitudes, scores }: Points, i: number): Place {
  const tenths = scores[i] ?? -1;
  return {
    i,
    score: tenths < 0 ? null : tenths / 10,
    longitude: (longitudes[i] ?? 0) / DEGREE,
    latitude: (latitudes[i] ?? 0) / DEGREE,
  };
}

/** Where a candidate is among the points, which come in no order; null when it is not among them. */
export function placeOf(points: Points, id: string | null): Place | null {
  if (id === null) return null;
  const wanted = (id.replaceAll('-', '').match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16));
  const { ids, count } = points;
  for (let i = 0; i < count; i++) {
    // Nearly all of them differ in the first byte already.
    if (ids[i * 16] === wanted[0] && wanted.every((byte, at) => ids[i * 16 + at] === byte)) {
      return placeAt(points, i);
    }
  }
  return null;
}

/** A point by itself: which of them it is, and its score, less than any when it has none. */
export interface Spot {
  i: number;
  s: number;
}

/** The point at an index, as the map draws it. */
export function spotAt(points: Points, at: number): Feature<Point, Spot> {
  const { i, score, longitude, latitude } = placeAt(points, at);
  return {
    type: 'Feature',
    properties: { i, s: score ?? -1 },
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
  };
}

/** Each of the points by itself, as a source of the map. */
export const featuresOf = (points: Points): FeatureCollection<Point, Spot> => ({
  type: 'FeatureCollection',
  features: Array.from({ length: points.count }, (_, at) => spotAt(points, at)),
});

/** The bounds around all points, null when there is none. */
export function boundsOf({ count, longitudes, latitudes }: Points): Bounds | null {
  if (count === 0) return null;
  const edge = (column: Int32Array, of: (one: number, other: number) => number) => column.reduce(of) / DEGREE;
  return [
    edge(longitudes, (one, other) => Math.min(one, other)),
    edge(latitudes, (one, other) => Math.min(one, other)),
    edge(longitudes, (one, other) => Math.max(one, other)),
    edge(latitudes, (one, other) => Math.max(one, other)),
  ];
}

/** How many points have each grade, best first; grades that none has are left out. */
export function gradeCounts({ scores }: Points): { grade: Grade; count: number }[] {
  const counts = new Map<Grade, number>();
  for (const tenths of scores) {
    const grade = gradeOf(tenths < 0 ? null : tenths / 10);
    counts.set(grade, (counts.get(grade) ?? 0) + 1);
  }
  return [...GRADES.map(({ grade }) => grade), 'Unrated' as const].flatMap((grade) => {
    const count = counts.get(grade);
    return count === undefined ? [] : [{ grade, count }];
  });
}

/** The colour of the grade of a score that is read from a point. */
export function gradeColor(scheme: Scheme, property: 's' | 'best'): ExpressionSpecification {
  const colors = GRADE_COLORS[scheme];
  const stops = [...GRADES].reverse().flatMap(({ grade, from }) => [from, colors[grade]]);
  return ['step', ['get', property], colors.Unrated, ...stops] as ExpressionSpecification; // pairs of stop and colour
}
