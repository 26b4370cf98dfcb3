import type { Facility } from '@landline/event-schemas';

/** Decimal places of degrees: about a tenth of a meter, as exact as any flood map. */
const DECIMALS = 6;

/** Returns the rings of a GeoJSON Polygon or MultiPolygon, or null. */
export function polygonsOf(geometry: unknown): Facility['polygons'] {
  const { type, coordinates } = (geometry ?? {}) as { type?: unknown; coordinates?: unknown };
  if (!Array.isArray(coordinates)) return null;
  const polygons = type === 'Polygon' ? [coordinates] : type === 'MultiPolygon' ? coordinates : [];
  const valid = polygons.flatMap((polygon) => {
    const rings: unknown[] = Array.isArray(polygon) ? polygon : [];
    const validRings = rings.flatMap((ring) => ringOf(ring) ?? []);
    return validRings.length === rings.length && validRings.length > 0 ? [validRings] : [];
  });
  return valid.length === polygons.length && valid.length > 0 ? valid : null;
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
