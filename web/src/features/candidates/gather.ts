import type { Points } from '@landline/api/candidates/points-contract';
import type { Feature, FeatureCollection, Point } from 'geojson';
import type { Bounds } from '../map/graticule.ts';
import { type Spot, spotAt } from './map-points.ts';

/** What stands closer together than so many pixels is drawn as one circle, up to a zoom. */
export const APART = 38;
const GATHERED_TO = 14;
/** Pixels of the whole world at zoom 0. */
const WORLD = 512;
const DEGREE = 1e7;

/** Columns of places in the map's own measure: the world is 1 wide and 1 high, from the north-west. */
export interface Located {
  points: Points;
  xs: Float64Array;
  ys: Float64Array;
}

/** What of the points is to be drawn: those within bounds, gathered for a whole zoom. */
export interface View {
  bounds: Bounds;
  zoom: number;
}

/** Several points that are drawn as one. */
export interface Circle {
  count: number;
  /** The count in few letters. */
  label: string;
  /** The best of their scores: where to look closer. */
  best: number;
  /** Around them. */
  west: number;
  south: number;
  east: number;
  north: number;
}

const acrossOf = (longitude: number) => longitude / 360 + 0.5;
const downOf = (latitude: number) =>
  0.5 - Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360)) / (2 * Math.PI);
const longitudeOf = (across: number) => (across - 0.5) * 360;
const latitudeOf = (down: number) => (Math.atan(Math.exp((0.5 - down) * 2 * Math.PI)) * 360) / Math.PI - 90;

/** Where the points are on the map's own plane; worked out once, whatever is looked at then. */
export function locate(points: Points): Located {
  const [xs, ys] = [new Float64Array(points.count), new Float64Array(points.count)];
  for (let i = 0; i < points.count; i++) {
    xs[i] = acrossOf((points.longitudes[i] ?? 0) / DEGREE);
    ys[i] = downOf((points.latitudes[i] ?? 0) / DEGREE);
  }
  return { points, xs, ys };
}

/** Bounds and what may be moved into from there: half of them more to each side. */
export function widened([west, south, east, north]: Bounds): Bounds {
  const [across, down] = [(east - west) / 2, (north - south) / 2];
  return [west - across, Math.max(south - down, -85), east + across, Math.min(north + down, 85)];
}

/** Whether bounds lie within others. */
export const isWithin = (inner: Bounds, outer: Bounds): boolean =>
  outer[0] <= inner[0] && outer[1] <= inner[1] && outer[2] >= inner[2] && outer[3] >= inner[3];

/**
 * The points of a view as a source of the map: each by itself, or a circle in place of those that would cover each
 * other. It is made from the columns at each turn: however many there are, nothing is prepared before the first picture.
 */
export function gather(located: Located, { bounds, zoom }: View): FeatureCollection<Point, Spot | Circle> {
  const [west, south, east, north] = bounds;
  const { xs, ys, points } = located;
  const [left, right, top, bottom] = [acrossOf(west), acrossOf(east), downOf(north), downOf(south)];
  const cells = new Cells(located, (WORLD * 2 ** zoom) / APART);
  const apart: Feature<Point, Spot>[] = [];
  for (let i = 0; i < points.count; i++) {
    const x = xs[i] as number; // below their count the columns have values
    const y = ys[i] as number;
    if (x < left || x > right || y < top || y > bottom) continue;
    if (zoom > GATHERED_TO) apart.push(spotAt(points, i));
    else cells.add(i, x, y);
  }
  return { type: 'FeatureCollection', features: zoom > GATHERED_TO ? apart : cells.features() };
}

/** The points of one cell, then of what it took in. */
interface Group {
  first: number;
  count: number;
  /** Of its own cell's points together. */
  x: number;
  y: number;
  tenths: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
  isTaken: boolean;
}

/** Cells of `APART` pixels: what is closer to the middle of one than that is in it or in the eight around it. */
class Cells {
  readonly #located: Located;
  readonly #scale: number;
  readonly #groups = new Map<number, Group>();

  constructor(located: Located, scale: number) {
    this.#located = located;
    this.#scale = scale;
  }

  #keyAt(x: number, y: number): number {
    return Math.floor(x * this.#scale) * 2 ** 26 + Math.floor(y * this.#scale);
  }

  add(i: number, x: number, y: number): void {
    const key = this.#keyAt(x, y);
    const tenths = this.#located.points.scores[i] ?? -1;
    const group = this.#groups.get(key);
    if (!group) {
      const place = { x, y, left: x, right: x, top: y, bottom: y };
      this.#groups.set(key, { first: i, count: 1, tenths, isTaken: false, ...place });
      return;
    }
    group.x += x;
    group.y += y;
    join(group, { count: 1, tenths, left: x, right: x, top: y, bottom: y });
  }

  /** The largest take in what stands too close to their middle. */
  features(): Feature<Point, Spot | Circle>[] {
    for (const group of this.#groups.values()) {
      group.x /= group.count;
      group.y /= group.count;
    }
    const largestFirst = [...this.#groups.values()].sort((one, other) => other.count - one.count);
    const features: Feature<Point, Spot | Circle>[] = [];
    for (const group of largestFirst) {
      if (group.isTaken) continue;
      group.isTaken = true;
      for (const other of this.#around(group)) {
        if (other.isTaken || Math.hypot(other.x - group.x, other.y - group.y) * this.#scale >= 1) continue;
        other.isTaken = true;
        join(group, other);
      }
      features.push(group.count === 1 ? spotAt(this.#located.points, group.first) : circleOf(group));
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

function join(
  group: Group,
  other: Pick<Group, 'count' | 'tenths' | 'left' | 'right' | 'top' | 'bottom'>,
): void {
  group.count += other.count;
  group.tenths = Math.max(group.tenths, other.tenths);
  group.left = Math.min(group.left, other.left);
  group.right = Math.max(group.right, other.right);
  group.top = Math.min(group.top, other.top);
  group.bottom = Math.max(group.bottom, other.bottom);
}

function circleOf({ count, x, y, tenths, left, right, top, bottom }: Group): Feature<Point, Circle> {
  return {
    type: 'Feature',
    properties: {
      count,
      label: short(count),
      best: tenths < 0 ? -1 : tenths / 10,
      west: longitudeOf(left),
      south: latitudeOf(bottom),
      east: longitudeOf(right),
      north: latitudeOf(top),
    },
    geometry: { type: 'Point', coordinates: [longitudeOf(x), latitudeOf(y)] },
  };
}

function short(count: number): string {
  if (count < 1_000) return String(count);
  return count < 10_000 ? `${Math.round(count / 100) / 10}k` : `${Math.round(count / 1_000)}k`;
}
