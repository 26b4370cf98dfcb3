/** Polygons of rings of longitude, latitude, longitude, latitude, …; the first ring is the outer one. */
type Polygons = readonly (readonly (readonly number[])[])[];

/**
 * Average number of edges per band of latitude. A search compares a point with the edges of one band instead of the
 * whole outline.
 */
const EDGES_PER_BAND = 8;
const MAX_BANDS = 1_024;
/** Cells per side of the grid that narrows a search to the areas that may contain a place. */
const CELLS = 128;

interface Box {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** One area with its edges sorted into bands of latitude. */
class Area {
  readonly box: Box;
  readonly #bands: number[][];
  readonly #bandsPerDegree: number;

  constructor(polygons: Polygons) {
    const rings = polygons.flat();
    this.box = boxOf(rings);
    const edges = rings.reduce((sum, ring) => sum + ring.length / 2, 0);
    const count = Math.max(1, Math.min(MAX_BANDS, Math.ceil(edges / EDGES_PER_BAND)));
    const { south, north } = this.box;
    this.#bandsPerDegree = north > south ? count / (north - south) : 0;
    this.#bands = Array.from({ length: count }, () => []);
    for (const ring of rings) this.#addRing(ring);
  }

  /** Returns whether a place is inside, and not in a hole: an odd number of edges lies east of it (even-odd rule). */
  contains(latitude: number, longitude: number): boolean {
    const { west, south, east, north } = this.box;
    if (latitude < south || latitude > north || longitude < west || longitude > east) return false;
    const edges = this.#bands[this.#bandOf(latitude)] ?? [];
    let isInside = false;
    for (let at = 0; at < edges.length; at += 4) {
      const y1 = edges[at + 1] as number;
      const y2 = edges[at + 3] as number;
      if (y1 > latitude === y2 > latitude) continue;
      const x1 = edges[at] as number;
      const x2 = edges[at + 2] as number;
      if (longitude < ((x2 - x1) * (latitude - y1)) / (y2 - y1) + x1) isInside = !isInside;
    }
    return isInside;
  }

  #bandOf(latitude: number): number {
    const band = Math.floor((latitude - this.box.south) * this.#bandsPerDegree);
    return Math.max(0, Math.min(this.#bands.length - 1, band));
  }

  #addRing(ring: readonly number[]): void {
    const last = ring.length - 2;
    for (let at = 0; at <= last; at += 2) {
      const next = at === last ? 0 : at + 2;
      const edge = [ring[at], ring[at + 1], ring[next], ring[next + 1]] as [number, number, number, number];
      const [, from, , to] = edge;
      const first = this.#bandOf(Math.min(from, to));
      const end = this.#bandOf(Math.max(from, to));
      for (let band = first; band <= end; band++) this.#bands[band]?.push(...edge);
    }
  }
}

/** Areas by the grid cells that they touch. Flatbush takes 1.7 to 3 times as long, because each search allocates. */
export class AreaIndex {
  readonly #areas: readonly Area[];
  readonly #box: Box;
  readonly #cells = new Map<number, number[]>();

  constructor(areas: readonly Polygons[]) {
    this.#areas = areas.map((polygons) => new Area(polygons));
    // An area without edges has an inverted box and must not widen the grid.
    const boxes = this.#areas.map(({ box }) => box).filter(({ west, east }) => west <= east);
    this.#box = boxOf(boxes.map(({ west, south, east, north }) => [west, south, east, north]));
    for (const [index, { box }] of this.#areas.entries()) {
      for (let x = this.#column(box.west); x <= this.#column(box.east); x++) {
        for (let y = this.#row(box.south); y <= this.#row(box.north); y++) {
          const cell = x * CELLS + y;
          const areasInCell = this.#cells.get(cell);
          if (areasInCell) areasInCell.push(index);
          else this.#cells.set(cell, [index]);
        }
      }
    }
  }

  /** Calls `onFound` with the index of each area that contains a place, in ascending order. */
  containing(latitude: number, longitude: number, onFound: (index: number) => void): void {
    const { west, south, east, north } = this.#box;
    // Also rejects every place when the index is empty.
    if (!(latitude >= south && latitude <= north && longitude >= west && longitude <= east)) return;
    for (const index of this.#cells.get(this.#column(longitude) * CELLS + this.#row(latitude)) ?? []) {
      if (this.#areas[index]?.contains(latitude, longitude)) onFound(index);
    }
  }

  #column(longitude: number): number {
    return cellOf(longitude, this.#box.west, this.#box.east);
  }

  #row(latitude: number): number {
    return cellOf(latitude, this.#box.south, this.#box.north);
  }
}

function cellOf(value: number, from: number, to: number): number {
  return to > from ? Math.min(CELLS - 1, Math.floor(((value - from) / (to - from)) * CELLS)) : 0;
}

function boxOf(rings: readonly (readonly number[])[]): Box {
  const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  for (const ring of rings) {
    for (let at = 0; at + 1 < ring.length; at += 2) {
      const x = ring[at] as number;
      const y = ring[at + 1] as number;
      if (x < box.west) box.west = x;
      if (x > box.east) box.east = x;
      if (y < box.south) box.south = y;
      if (y > box.north) box.north = y;
    }
  }
  return box;
}
