import { NA_REASONS, type Scores } from '../kernel/score.ts';

/** A dataset's scores in the order in which they are written. */
export interface SetRows {
  /** 16 bytes each, after each other. */
  readonly ids: Uint8Array;
  readonly scores: Scores;
  /** Indexes of candidates. */
  readonly order: Uint32Array;
}

const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const TRAILER = Buffer.from([0xff, 0xff]);
const CHUNK_BYTES = 256 * 1024;
const REASONS = NA_REASONS.map((reason) => Buffer.from(reason));
/** Field count, id, two scores, and the longest reason. */
const MAX_ROW_BYTES = 2 + (4 + 16) + 2 * (4 + 2) + 4 + Math.max(...REASONS.map((reason) => reason.length));

/**
 * Rows (candidate_id, score_tenths, property_score_tenths, na_reason) in the binary format of COPY, in pieces, made as
 * the connection takes them. Byte by byte: a million rows go through here before readers see any.
 */
export function* binaryCopy(
  { ids, scores, order }: SetRows,
  onWritten: (rows: number) => void,
): Generator<Buffer> {
  yield SIGNATURE;
  const { scoreTenths, propertyScoreTenths, naReason } = scores;
  for (let n = 0; n < order.length; ) {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    let at = 0;
    for (; n < order.length && at + MAX_ROW_BYTES <= CHUNK_BYTES; n++) {
      const index = order[n] ?? 0;
      chunk[at++] = 0;
      chunk[at++] = 4;
      at = writeLength(chunk, 16, at);
      for (let byte = index * 16; byte < index * 16 + 16; byte++) chunk[at++] = ids[byte] ?? 0;
      at = writeTenths(chunk, scoreTenths[index] ?? -1, at);
      at = writeTenths(chunk, propertyScoreTenths[index] ?? -1, at);
      const code = naReason[index] ?? 0;
      const reason = code === 0 ? undefined : REASONS[code];
      at = reason ? writeLength(chunk, reason.length, at) : writeNull(chunk, at);
      if (reason) at += reason.copy(chunk, at);
    }
    onWritten(n);
    yield chunk.subarray(0, at);
  }
  yield TRAILER;
}

function writeTenths(chunk: Buffer, tenths: number, at: number): number {
  if (tenths < 0) return writeNull(chunk, at);
  at = writeLength(chunk, 2, at);
  chunk[at++] = tenths >> 8;
  chunk[at++] = tenths;
  return at;
}

/** A field's length; all that are written here are short. */
function writeLength(chunk: Buffer, bytes: number, at: number): number {
  chunk[at++] = 0;
  chunk[at++] = 0;
  chunk[at++] = 0;
  chunk[at++] = bytes;
  return at;
}

/** The length -1. */
function writeNull(chunk: Buffer, at: number): number {
  chunk[at++] = 0xff;
  chunk[at++] = 0xff;
  chunk[at++] = 0xff;
  chunk[at++] = 0xff;
  return at;
}
