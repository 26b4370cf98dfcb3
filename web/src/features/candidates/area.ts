import type { Bounds } from '../map/graticule.ts';

/** A place on the map: longitude, latitude. */
type Corner = readonly [number, number];
/** The corners of an area in turn; it closes by itself. */
export type Ring = readonly Corner[];

interface Area {
  bbox: string | null;
  area: string | null;
}

/** More corners than the api takes are not drawn. */
export const CORNERS_MAX = 200;
export const CORNERS_MIN = 3;

/** Five decimals are a yard: an address need not be longer. */
const short = (degrees: number) => String(Number(degrees.toFixed(5)));
const numbersOf = (text: string) => text.split(',').map(Number);

/** A view as the filter of a list. */
export const filterOfView = ([west, south, east, north]: Bounds): Area => ({
  bbox: [Math.max(west, -180), Math.max(south, -90), Math.min(east, 180), Math.min(north, 90)]
    .map(short)
    .join(','),
  area: null,
});

/** What was drawn as the filter of a list. */
export const filterOfRing = (ring: Ring): Area => ({ bbox: null, area: ring.flat().map(short).join(',') });

/** The area that a list is held to, as its corners; null when it is not held to any. */
export function ringOf({ bbox, area }: Area): Ring | null {
  if (area !== null) {
    const numbers = numbersOf(area);
    return numbers.flatMap((longitude, at) =>
      at % 2 === 0 ? [[longitude, numbers[at + 1] ?? Number.NaN] as const] : [],
    );
  }
  if (bbox === null) return null;
  const [west = 0, south = 0, east = 0, north = 0] = numbersOf(bbox);
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ];
}

/** The bounds around corners. */
export function boundsOfRing(ring: Ring): Bounds {
  const longitudes = ring.map(([longitude]) => longitude);
  const latitudes = ring.map(([, latitude]) => latitude);
  return [Math.min(...longitudes), Math.min(...latitudes), Math.max(...longitudes), Math.max(...latitudes)];
}
