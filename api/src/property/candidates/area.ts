/** A rectangle on the map, and the polygon in it if one was drawn. */
export interface Area {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
  /** Longitude and latitude of each corner in turn; empty if there is no polygon. */
  readonly corners: readonly number[];
}

/** Parses comma-separated numbers; returns undefined if any is invalid. */
export function numbersOf(text: string): number[] | undefined {
  const numbers = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  return numbers.every(Number.isFinite) ? numbers : undefined;
}

/** Returns the area of a query, or undefined if it has none. */
export function areaOf({
  bbox,
  area,
}: {
  bbox?: string | undefined;
  area?: string | undefined;
}): Area | undefined {
  if (bbox === undefined && area === undefined) return undefined;
  const [west, south, east, north] = (bbox === undefined ? undefined : numbersOf(bbox)) ?? [];
  const corners = numbersOf(area ?? '') ?? [];
  const longitudes = corners.filter((_, at) => at % 2 === 0);
  const latitudes = corners.filter((_, at) => at % 2 === 1);
  return {
    west: Math.max(west ?? -180, longitudes.length > 0 ? Math.min(...longitudes) : -180),
    south: Math.max(south ?? -90, latitudes.length > 0 ? Math.min(...latitudes) : -90),
    east: Math.min(east ?? 180, longitudes.length > 0 ? Math.max(...longitudes) : 180),
    north: Math.min(north ?? 90, latitudes.length > 0 ? Math.max(...latitudes) : 90),
    corners,
  };
}

type Edge = readonly [x1: number, y1: number, x2: number, y2: number];

/** A polygon split into bands of latitude, so that a point is compared with few edges. */
interface Polygon {
  readonly south: number;
  readonly height: number;
  readonly bands: readonly (readonly Edge[])[];
}

const MAX_BANDS = 1_024;

export function polygonOf({ corners, south, north }: Area): Polygon {
  const edges = edgesOf(corners);
  const count = Math.min(MAX_BANDS, edges.length * 4);
  const height = (north - south) / count || 1;
  const bands: Edge[][] = Array.from({ length: count + 1 }, () => []);
  for (const edge of edges) {
    const [, y1, , y2] = edge;
    // Adds one band on either side, because the division may round to a neighboring band.
    const from = Math.max(0, Math.floor((Math.min(y1, y2) - south) / height) - 1);
    const to = Math.min(count, Math.floor((Math.max(y1, y2) - south) / height) + 1);
    for (let band = from; band <= to; band++) bands[band]?.push(edge);
  }
  return { south, height, bands };
}

/** Returns whether a point in the area's rectangle is in its polygon: an odd number of edges lie east of it. */
export function isInside({ south, height, bands }: Polygon, longitude: number, latitude: number): boolean {
  const edges = bands[Math.floor((latitude - south) / height)] ?? [];
  let inside = false;
  for (let n = 0; n < edges.length; n++) {
    const [x1, y1, x2, y2] = edges[n] as Edge;
    if (y1 > latitude !== y2 > latitude && longitude < ((x2 - x1) * (latitude - y1)) / (y2 - y1) + x1) {
      inside = !inside;
    }
  }
  return inside;
}

/** Returns the edges between consecutive corners, including the closing one. */
export function edgesOf(corners: readonly number[]): Edge[] {
  const edges: Edge[] = [];
  for (let at = 0; at < corners.length; at += 2) {
    const next = (at + 2) % corners.length;
    edges.push([corners[at] ?? 0, corners[at + 1] ?? 0, corners[next] ?? 0, corners[next + 1] ?? 0]);
  }
  return edges;
}
