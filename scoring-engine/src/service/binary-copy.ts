import { ENVIRONMENTAL_GRADES } from '@landline/event-schemas';
import { GRADE_A } from '../kernel/environment.ts';
import { NA_REASONS } from '../na-reasons.ts';
import type { ScoredRows } from '../packed-scores.ts';

const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const TRAILER = Buffer.from([0xff, 0xff]);
const CHUNK_BYTES = 256 * 1024;
const REASONS = NA_REASONS.map((reason) => Buffer.from(reason));
const GRADES = ENVIRONMENTAL_GRADES.map((grade) => Buffer.from(grade));
/** Field count, id, two scores, the longest reason, and a grade. */
const MAX_ROW_BYTES =
  2 + (4 + 16) + 2 * (4 + 2) + 4 + Math.max(...REASONS.map((reason) => reason.length)) + (4 + 1);
const FIELDS = 5;
/** Length of a null field. */
const NULL = -1;

/**
 * Yields rows (candidate_id, score_tenths, property_score_tenths, na_reason, environmental_grade) in the binary COPY
 * format, in chunks made on demand. Writes 32-bit words instead of using the shared `BinaryCopyWriter`, which takes
 * 1.7 times as long: readers see new scores only after a million rows have been written.
 */
export function* binaryCopy(
  { ids, scores, order, grades }: ScoredRows,
  onWritten: (rows: number) => void,
): Generator<Buffer> {
  yield SIGNATURE;
  const { scoreTenths, propertyScoreTenths, naReason } = scores;
  const words = new DataView(ids.buffer, ids.byteOffset, ids.byteLength);
  for (let n = 0; n < order.length; ) {
    const chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);
    const view = new DataView(chunk.buffer);
    let at = 0;
    for (; n < order.length && at + MAX_ROW_BYTES <= CHUNK_BYTES; n++) {
      const index = order[n] as number;
      view.setInt16(at, FIELDS);
      view.setInt32(at + 2, 16);
      for (let word = 0; word < 16; word += 4)
        view.setInt32(at + 6 + word, words.getInt32(index * 16 + word));
      at = writeTenths(view, scoreTenths[index] as number, at + 22);
      at = writeTenths(view, propertyScoreTenths[index] as number, at);
      const code = naReason[index] as number;
      at = writeText(chunk, view, code === 0 ? undefined : REASONS[code], at);
      at = writeText(chunk, view, grades && GRADES[(grades[index] as number) - GRADE_A], at);
    }
    onWritten(n);
    yield chunk.subarray(0, at);
  }
  yield TRAILER;
}

function writeTenths(view: DataView, tenths: number, at: number): number {
  if (tenths < 0) {
    view.setInt32(at, NULL);
    return at + 4;
  }
  view.setInt32(at, 2);
  view.setInt16(at + 4, tenths);
  return at + 6;
}

function writeText(chunk: Buffer, view: DataView, text: Buffer | undefined, at: number): number {
  if (text === undefined) {
    view.setInt32(at, NULL);
    return at + 4;
  }
  view.setInt32(at, text.length);
  chunk.set(text, at + 4);
  return at + 4 + text.length;
}
