import { type Points, UNITS_PER_DEGREE } from '@landline/api/property/candidates/points-contract';
import { GRADES, type Grade, gradeOf } from '@landline/event-schemas';
import type { Feature, FeatureCollection, Point } from 'geojson';
import type { ExpressionSpecification } from 'maplibre-gl';
import { GRADE_COLORS, type Scheme } from '../../../shared/palette.ts';
import type { Bounds } from '../map/graticule.ts';

/** Converts a score from tenths of a point; null for a negative number, which means no score. */
const scoreOf = (tenths: number) => (tenths < 0 ? null : tenths / 10);

/** A candidate on the map; `i` is its index among the points, -1 if it is not one of them. */
export interface MapPoint {
  i: number;
  score: number | null;
  longitude: number;
  latitude: number;
}

function mapPointAt({ longitudes, latitudes, scores }: Points, i: number): MapPoint {
  return {
    i,
    score: scoreOf(scores[i] ?? -1),
    longitude: (longitudes[i] ?? 0) / UNITS_PER_DEGREE,
    latitude: (latitudes[i] ?? 0) / UNITS_PER_DEGREE,
  };
}

/** Finds a candidate among the points; null if it is not one of them. */
export function findMapPoint(points: Points, id: string | null): MapPoint | null {
  if (id === null) return null;
  const bytes = (id.replaceAll('-', '').match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16));
  const { ids, count } = points;
  for (let i = 0; i < count; i++) {
    // Nearly all ids differ in the first byte.
    if (ids[i * 16] === bytes[0] && bytes.every((byte, at) => ids[i * 16 + at] === byte)) {
      return mapPointAt(points, i);
    }
  }
  return null;
}

/** Properties of a single point: its index and its score, -1 without a score. */
export interface PointProperties {
  i: number;
  s: number;
}

/** Returns the point at an index as a map feature. */
export function featureAt(points: Points, at: number): Feature<Point, PointProperties> {
  const { i, score, longitude, latitude } = mapPointAt(points, at);
  return {
    type: 'Feature',
    properties: { i, s: score ?? -1 },
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
  };
}

/** Returns all points as single features. */
export const featuresOf = (points: Points): FeatureCollection<Point, PointProperties> => ({
  type: 'FeatureCollection',
  features: Array.from({ length: points.count }, (_, at) => featureAt(points, at)),
});

/** Returns the bounds of all points; null if there are none. */
export function boundsOf({ count, longitudes, latitudes }: Points): Bounds | null {
  if (count === 0) return null;
  const min = (column: Int32Array) => column.reduce((a, b) => Math.min(a, b)) / UNITS_PER_DEGREE;
  const max = (column: Int32Array) => column.reduce((a, b) => Math.max(a, b)) / UNITS_PER_DEGREE;
  return [min(longitudes), min(latitudes), max(longitudes), max(latitudes)];
}

/** Counts the points by grade, best first, without empty grades. */
export function gradeCounts({ scores }: Points): { grade: Grade; count: number }[] {
  const counts = new Map<Grade, number>();
  for (const tenths of scores) {
    const grade = gradeOf(scoreOf(tenths));
    counts.set(grade, (counts.get(grade) ?? 0) + 1);
  }
  return [...GRADES.map(({ grade }) => grade), 'Unrated' as const].flatMap((grade) => {
    const count = counts.get(grade);
    return count === undefined ? [] : [{ grade, count }];
  });
}

/** Returns a MapLibre expression that maps the score in a feature property to its grade color. */
export function gradeColor(scheme: Scheme, property: 's' | 'best'): ExpressionSpecification {
  const colors = GRADE_COLORS[scheme];
  const stops = [...GRADES].reverse().flatMap(({ grade, from }) => [from, colors[grade]]);
  return ['step', ['get', property], colors.Unrated, ...stops] as ExpressionSpecification; // pairs of stop and color
}
