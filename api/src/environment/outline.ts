import type { Facility } from '@landline/event-schemas';

/** A tenth of a meter is as exact as any flood map. */
const DECIMALS = 6;

/** The rings of a GeoJSON Polygon or MultiPolygon; null for what is neither. */
export function outline(geometry: unknown): Facility['polygons'] {
  const { type, coordinates } = (geometry ?? {}) as { type?: unknown; coordinates?: unknown };
  if (!Array.isArray(coordinates)) return null;
  const polygons = type === 'Polygon' ? [coordinates] : type === 'MultiPolygon' ? coordinates : [];
  const read = polygons.flatMap((polygon) => {
    const rings: unknown[] = Array.isArray(polygon) ? polygon : [];
    const whole = rings.flatMap((ring) => ringOf(ring) ?? []);
    return whole.length === rings.length && whole.length > 0 ? [whole] : [];
  });
  return read.length === polygons.length && read.length > 0 ? read : null;
}

function ringOf(ring: unknown): [number[]] | undefined {
  if (!Array.isArray(ring) || ring.length < 3) return undefined;
  const flat: number[] = [];
  for (const position of ring) {
    const [x, y] = Array.isArray(position) ? (position as unknown[]) : [];
    if (typeof x !== 'number' || typeof y !== 'number' || Math.abs(x) > 180 || Math.abs(y) > 90)
      return undefined;
    flat.push(Number(x.toFixed(DECIMALS)), Number(y.toFixed(DECIMALS)));
  }
  return [flat];
}
