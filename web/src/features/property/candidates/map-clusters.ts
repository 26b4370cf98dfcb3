import { type Points, UNITS_PER_DEGREE } from '@landline/api/property/candidates/points-contract';
import type { Feature, FeatureCollection, Point } from 'geojson';
import type { Bounds } from '../map/graticule.ts';
import { featureAt, type PointProperties } from './map-points.ts';

/*
 * Clusters only the points in view, directly from the columns, which takes 10 ms per view for 100,000 points. MapLibre's
 * own clustering uses supercluster, which first builds an index and a GeoJSON feature per point. For the same points,
 * the index takes 540 ms before the first frame and after every filter change.
 */

/** Minimum distance between drawn features, in pixels, up to `MAX_CLUSTER_ZOOM`. */
export const CLUSTER_PIXELS = 38;
const MAX_CLUSTER_ZOOM = 14;
/** Width of the whole world at zoom 0, in pixels. */
const WORLD_PIXELS = 512;

/** Points in Web Mercator coordinates: from 0 in the northwest corner of the world to 1 in the southeast. */
interface ProjectedPoints {
  points: Points;
  xs: Float64Array;
  ys: Float64Array;
}

/** Bounds and whole zoom level to draw. */
export interface View {
  bounds: Bounds;
  zoom: number;
}

export interface Cluster {
  count: number;
  /** The count, abbreviated. */
  label: string;
  /** Highest score; -1 if no candidate has a score. */
  best: number;
  west: number;
  south: number;
  east: number;
  north: number;
}

const xOf = (longitude: number) => longitude / 360 + 0.5;
const yOf = (latitude: number) =>
  0.5 - Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360)) / (2 * Math.PI);
const longitudeOf = (x: number) => (x - 0.5) * 360;
const latitudeOf = (y: number) => (Math.atan(Math.exp((0.5 - y) * 2 * Math.PI)) * 360) / Math.PI - 90;

/** Projects the points once, for all views. */
export function projectPoints(points: Points): ProjectedPoints {
  const [xs, ys] = [new Float64Array(points.count), new Float64Array(points.count)];
  for (let i = 0; i < points.count; i++) {
    xs[i] = xOf((points.longitudes[i] ?? 0) / UNITS_PER_DEGREE);
    ys[i] = yOf((points.latitudes[i] ?? 0) / UNITS_PER_DEGREE);
  }
  return { points, xs, ys };
}

/** Extends bounds by half their size on each side, so that small moves stay inside. */
export function widen([west, south, east, north]: Bounds): Bounds {
  const [x, y] = [(east - west) / 2, (north - south) / 2];
  return [west - x, Math.max(south - y, -85), east + x, Math.min(north + y, 85)];
}

export const isWithin = (inner: Bounds, outer: Bounds): boolean =>
  outer[0] <= inner[0] && outer[1] <= inner[1] && outer[2] >= inner[2] && outer[3] >= inner[3];

/** Returns the features of a view: single points, and clusters in place of points that would overlap. */
export function clusterFeatures(
  projected: ProjectedPoints,
  { bounds, zoom }: View,
): FeatureCollection<Point, PointProperties | Cluster> {
  const [west, south, east, north] = bounds;
  const { xs, ys, points } = projected;
  const [left, right, top, bottom] = [xOf(west), xOf(east), yOf(north), yOf(south)];
  const grid = new ClusterGrid(points, (WORLD_PIXELS * 2 ** zoom) / CLUSTER_PIXELS);
  const singles: Feature<Point, PointProperties>[] = [];
  for (let i = 0; i < points.count; i++) {
    const x = xs[i] as number; // `i` is below the length of both arrays
    const y = ys[i] as number;
    if (x < left || x > right || y < top || y > bottom) continue;
    if (zoom > MAX_CLUSTER_ZOOM) singles.push(featureAt(points, i));
    else grid.add(i, x, y);
  }
  return { type: 'FeatureCollection', features: zoom > MAX_CLUSTER_ZOOM ? singles : grid.features() };
}

interface Extent {
  count: number;
  /** Highest score in tenths; negative if no candidate has a score. */
  tenths: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The points of one cell and of the groups merged into it. */
interface Group extends Extent {
  /** Index of its first point. */
  first: number;
  /** Sums of the coordinates while points are added, then their means. */
  x: number;
  y: number;
  isDone: boolean;
}

/**
 * Grid of cells as wide as the cluster distance, so that points closer than that distance are in the same cell or in
 * one of the eight around it.
 */
class ClusterGrid {
  readonly #points: Points;
  readonly #scale: number;
  readonly #groups = new Map<number, Group>();

  constructor(points: Points, scale: number) {
    this.#points = points;
    this.#scale = scale;
  }

  #keyAt(x: number, y: number): number {
    return Math.floor(x * this.#scale) * 2 ** 26 + Math.floor(y * this.#scale);
  }

  add(i: number, x: number, y: number): void {
    const key = this.#keyAt(x, y);
    const extent = { count: 1, tenths: this.#points.scores[i] ?? -1, left: x, right: x, top: y, bottom: y };
    const group = this.#groups.get(key);
    if (!group) {
      this.#groups.set(key, { first: i, x, y, isDone: false, ...extent });
      return;
    }
    group.x += x;
    group.y += y;
    extend(group, extent);
  }

  /** Merges groups that are too close into the largest of them. */
  features(): Feature<Point, PointProperties | Cluster>[] {
    for (const group of this.#groups.values()) {
      group.x /= group.count;
      group.y /= group.count;
    }
    const largestFirst = [...this.#groups.values()].sort((a, b) => b.count - a.count);
    const features: Feature<Point, PointProperties | Cluster>[] = [];
    for (const group of largestFirst) {
      if (group.isDone) continue;
      group.isDone = true;
      for (const neighbor of this.#around(group)) {
        if (neighbor.isDone || Math.hypot(neighbor.x - group.x, neighbor.y - group.y) * this.#scale >= 1)
          continue;
        neighbor.isDone = true;
        extend(group, neighbor);
      }
      features.push(group.count === 1 ? featureAt(this.#points, group.first) : clusterOf(group));
    }
    return features;
  }

  *#around({ x, y }: Group): Generator<Group> {
    const step = 1 / this.#scale;
    for (let column = -1; column <= 1; column++) {
      for (let row = -1; row <= 1; row++) {
        const found = this.#groups.get(this.#keyAt(x + column * step, y + row * step));
        if (found) yield found;
      }
    }
  }
}

function extend(group: Extent, other: Extent): void {
  group.count += other.count;
  group.tenths = Math.max(group.tenths, other.tenths);
  group.left = Math.min(group.left, other.left);
  group.right = Math.max(group.right, other.right);
  group.top = Math.min(group.top, other.top);
  group.bottom = Math.max(group.bottom, other.bottom);
}

const compact = new Intl.NumberFormat('en-US', { notation: 'compact' });

const clusterOf = ({ count, x, y, tenths, left, right, top, bottom }: Group): Feature<Point, Cluster> => ({
  type: 'Feature',
  properties: {
    count,
    label: compact.format(count),
    best: tenths < 0 ? -1 : tenths / 10,
    west: longitudeOf(left),
    south: latitudeOf(bottom),
    east: longitudeOf(right),
    north: latitudeOf(top),
  },
  geometry: { type: 'Point', coordinates: [longitudeOf(x), latitudeOf(y)] },
});
