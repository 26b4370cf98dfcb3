interface Position {
  readonly latitude: number;
  readonly longitude: number;
}

type Ring = readonly (readonly [longitude: number, latitude: number])[];

/**
 * Returns the position of a GeoJSON Point, or the area centroid of a Polygon's or MultiPolygon's outer rings; null for other
 * geometries.
 */
export function centroid(geometry: unknown): Position | null {
  const { type, coordinates } = (geometry ?? {}) as { type?: unknown; coordinates?: unknown };
  if (type === 'Point') return isPosition(coordinates) ? onEarth(coordinates[0], coordinates[1]) : null;
  if (type === 'Polygon') return centroidOf([outerRing(coordinates)]);
  if (type === 'MultiPolygon' && Array.isArray(coordinates)) return centroidOf(coordinates.map(outerRing));
  return null;
}

const isPosition = (value: unknown): value is [number, number] =>
  Array.isArray(value) && typeof value[0] === 'number' && typeof value[1] === 'number';

function outerRing(polygon: unknown): Ring {
  const ring: unknown = Array.isArray(polygon) ? polygon[0] : undefined;
  return Array.isArray(ring) && ring.every(isPosition) ? ring : [];
}

function centroidOf(rings: readonly Ring[]): Position | null {
  const origin = rings.find((ring) => ring.length > 0)?.[0];
  if (!origin) return null;
  const [x0, y0] = origin;
  let area = 0;
  let x = 0;
  let y = 0;
  for (const ring of rings) {
    let ringArea = 0;
    let ringX = 0;
    let ringY = 0;
    for (let i = 0; i < ring.length; i++) {
      // Measure from the first corner to keep precision: a parcel is tiny compared with its distance from 0°.
      const [ax, ay] = relative(ring, i, x0, y0);
      const [bx, by] = relative(ring, (i + 1) % ring.length, x0, y0);
      const cross = ax * by - bx * ay;
      ringArea += cross;
      ringX += (ax + bx) * cross;
      ringY += (ay + by) * cross;
    }
    // Rings may be clockwise or counterclockwise.
    const sign = Math.sign(ringArea);
    area += sign * ringArea;
    x += sign * ringX;
    y += sign * ringY;
  }
  if (area === 0) return onEarth(x0, y0);
  return onEarth(x0 + x / (3 * area), y0 + y / (3 * area));
}

function relative(ring: Ring, index: number, x0: number, y0: number): [number, number] {
  const [x = x0, y = y0] = ring[index] ?? [];
  return [x - x0, y - y0];
}

function onEarth(longitude: number, latitude: number): Position | null {
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return null;
  // Seven decimals are about a centimeter.
  return { latitude: Number(latitude.toFixed(7)), longitude: Number(longitude.toFixed(7)) };
}
