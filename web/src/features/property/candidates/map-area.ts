import type { Bounds } from '../map/graticule.ts';

type Corner = readonly [longitude: number, latitude: number];
/** Corners of an area, in order; the last one connects to the first. */
export type Ring = readonly Corner[];

/** The area filters of a list. */
interface Area {
  bbox: string | null;
  area: string | null;
}

/** Maximum number of corners that the API accepts. */
export const CORNERS_MAX = 200;
export const CORNERS_MIN = 3;

/** Rounds to five decimals, about a yard. */
const short = (degrees: number) => String(Number(degrees.toFixed(5)));
const numbersOf = (text: string) => text.split(',').map(Number);

/** Returns the filter for a view of the map. */
export const filterOfView = ([west, south, east, north]: Bounds): Area => ({
  bbox: [Math.max(west, -180), Math.max(south, -90), Math.min(east, 180), Math.min(north, 90)]
    .map(short)
    .join(','),
  area: null,
});

/** Returns the filter for a drawn area. */
export const filterOfRing = (ring: Ring): Area => ({ bbox: null, area: ring.flat().map(short).join(',') });

/** Returns the corners of the area filter; null if there is none. */
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

export function boundsOfRing(ring: Ring): Bounds {
  const longitudes = ring.map(([longitude]) => longitude);
  const latitudes = ring.map(([, latitude]) => latitude);
  return [Math.min(...longitudes), Math.min(...latitudes), Math.max(...longitudes), Math.max(...latitudes)];
}
