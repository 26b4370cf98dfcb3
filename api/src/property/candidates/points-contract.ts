import type { Classification } from '@landline/event-schemas';

/** Media type of `GET /api/geo/candidates/points`. */
export const POINTS_TYPE = 'application/vnd.landline.points';

/** Matching candidates with a location, as columns in the order of their ids; `total` includes those without a location. */
export interface Points {
  readonly total: number;
  readonly count: number;
  /** Degrees × 10,000,000. */
  readonly longitudes: Int32Array;
  readonly latitudes: Int32Array;
  /** Tenths of a point; -1 means N/A. */
  readonly scores: Int16Array;
  /** Indexes into `POINT_CLASSIFICATIONS`. */
  readonly classifications: Uint8Array;
  /** 16 bytes each; `pointId` formats one. */
  readonly ids: Uint8Array;
}

export const POINT_CLASSIFICATIONS: readonly (Classification | null)[] = [null, 'good', 'bad'];
/** Coordinates are integers, in units of a ten-millionth of a degree. */
export const UNITS_PER_DEGREE = 1e7;

const MAGIC = 0x3150_4c4c; // "LLP1"
const HEADER_BYTES = 16;
const POINT_BYTES = 4 + 4 + 2 + 1 + 16;

/** Allocates a response body: a header, then the columns, little-endian. */
export function allocatePoints(
  total: number,
  count: number,
): Points & { readonly body: Uint8Array<ArrayBuffer> } {
  const buffer = new ArrayBuffer(HEADER_BYTES + count * POINT_BYTES);
  new Uint32Array(buffer, 0, 3).set([MAGIC, count, total]);
  return { ...viewsOf(buffer, count, total), body: new Uint8Array(buffer) };
}

/** Reads a response body. Throws a TypeError for other data. */
export function readPoints(buffer: ArrayBuffer): Points {
  const [magic, count = 0, total = 0] = new Uint32Array(buffer.slice(0, HEADER_BYTES - 4));
  if (magic !== MAGIC || buffer.byteLength !== HEADER_BYTES + count * POINT_BYTES) {
    throw new TypeError('The response is not in the points format.');
  }
  return viewsOf(buffer, count, total);
}

function viewsOf(buffer: ArrayBuffer, count: number, total: number): Points {
  const latitudes = HEADER_BYTES + 4 * count;
  const scores = latitudes + 4 * count;
  const classifications = scores + 2 * count;
  return {
    total,
    count,
    longitudes: new Int32Array(buffer, HEADER_BYTES, count),
    latitudes: new Int32Array(buffer, latitudes, count),
    scores: new Int16Array(buffer, scores, count),
    classifications: new Uint8Array(buffer, classifications, count),
    ids: new Uint8Array(buffer, classifications + count, count * 16),
  };
}

/** Formats the id of a point as a UUID. */
export function pointId({ ids }: Pick<Points, 'ids'>, index: number): string {
  let hex = '';
  for (let at = index * 16; at < index * 16 + 16; at++) hex += (ids[at] ?? 0).toString(16).padStart(2, '0');
  return uuidOf(hex);
}

/** Formats 32 hexadecimal digits as a UUID. */
export const uuidOf = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;

/** Returns the `total` of a response body. */
export const totalOf = (body: Uint8Array): number =>
  new DataView(body.buffer, body.byteOffset).getUint32(8, true);
