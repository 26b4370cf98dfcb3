import type { FeatureCollection, LineString, Point } from 'geojson';

/** West, south, east, north, in degrees. */
export type Bounds = readonly [number, number, number, number];

/** Distances between lines, in degrees: whole degrees, then minutes and seconds. */
const STEPS = [30, 15, 10, 5, 2, 1, 30 / 60, 15 / 60, 10 / 60, 5 / 60, 2 / 60, 1 / 60, 30 / 3600, 15 / 3600];
/** Minimum number of lines across a view. */
const MIN_LINES = 4;

/** Returns the largest step that draws enough lines across a span in degrees. */
export const stepFor = (span: number): number =>
  STEPS.find((step) => span / step >= MIN_LINES) ?? (STEPS.at(-1) as number); // the list is not empty

/** Formats degrees with minutes and seconds: 34°05′N. */
export function formatDegrees(value: number, [positive, negative]: readonly [string, string]): string {
  const totalSeconds = Math.round(Math.abs(value) * 3600);
  const whole = Math.floor(totalSeconds / 3600);
  const minutes = Math.floor((totalSeconds % 3600) / 60);
  const seconds = totalSeconds % 60;
  const pad = (figure: number) => String(figure).padStart(2, '0');
  const fraction = seconds > 0 ? `${pad(minutes)}′${pad(seconds)}″` : minutes > 0 ? `${pad(minutes)}′` : '';
  return `${whole}°${fraction}${totalSeconds === 0 ? '' : value < 0 ? negative : positive}`;
}

/** Yields every multiple of a step between two values. */
function* multiples(from: number, to: number, step: number): Generator<number> {
  for (let at = Math.ceil(from / step); at * step <= to; at++) yield at * step;
}

/**
 * Returns the meridians and parallels of a view, each with its label at the edge. d3-geo's graticule has no labels, and
 * its spacing does not depend on the view.
 */
export function graticule([west, south, east, north]: Bounds): FeatureCollection<LineString | Point> {
  const step = stepFor(Math.max(east - west, north - south));
  const features: FeatureCollection<LineString | Point>['features'] = [];
  const add = (from: [number, number], to: [number, number], name: string, side: string) =>
    features.push(
      { type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates: [from, to] } },
      { type: 'Feature', properties: { name, side }, geometry: { type: 'Point', coordinates: from } },
    );
  for (const longitude of multiples(west, east, step)) {
    add([longitude, south], [longitude, north], formatDegrees(longitude, ['E', 'W']), 'bottom');
  }
  for (const latitude of multiples(south, north, step)) {
    add([west, latitude], [east, latitude], formatDegrees(latitude, ['N', 'S']), 'left');
  }
  return { type: 'FeatureCollection', features };
}
