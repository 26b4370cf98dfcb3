import { z } from 'zod';
import { tablesFrom } from '../kernel/compile.ts';
import { rangeOf, scoreViews } from '../kernel/score.ts';
import type { Scores } from '../kernel/scores.ts';
import { sharedScores } from '../kernel/scores.ts';
import type { ScoringState } from '../service/state.ts';

/** Candidates per chunk: about a millisecond of work and 80 kB of scores. */
export const CHUNK_ROWS = 16_384;

const position = z.string().regex(/^-?\d+$/);
const count = z.int().nonnegative();

/**
 * A part of a bulk run as sent to the engines: every engine that has read the log far enough computes the
 * same bits.
 */
export const chunk = z.object({
  log_id: z.string(),
  run_id: z.string(),
  dataset_key: z.string(),
  scope: z.string(),
  model_hash: z.string(),
  /** Position up to which classifications count. */
  as_of: position,
  /** Position of the last change to features. */
  features_at: position,
  chunk: count,
  from: count,
  to: count,
  /** Index of a classified candidate, and its adjustment in tenths of a point. */
  judged: z.array(z.tuple([count, z.int()])),
});
export type Chunk = z.infer<typeof chunk>;

/**
 * Returns the scores of a chunk; `behind` when the state has not reached the chunk's features or model,
 * `ahead` when the features have changed since.
 */
export function scoreChunk(state: ScoringState | undefined, request: Chunk): Buffer | 'behind' | 'ahead' {
  if (state === undefined) return 'behind';
  const dataset = state.datasets.get(request.dataset_key);
  const published = state.models.byHash(request.model_hash);
  if (state.logId !== request.log_id || dataset === undefined || published === undefined) return 'behind';
  const featuresAt = BigInt(request.features_at);
  if (dataset.featuresAt !== featuresAt) return dataset.featuresAt < featuresAt ? 'behind' : 'ahead';
  const { columns } = dataset;
  const { from, to } = request;
  const adjustment = new Int16Array(new SharedArrayBuffer((to - from) * 2));
  for (const [index, tenths] of request.judged) adjustment[index - from] = tenths;
  const tables = state.models.compiled(published.model).tablesFor(columns);
  const grades = tables.propertyType === 'ios' ? tables.grades.subarray(from, to) : undefined;
  const out = sharedScores(to - from);
  const views = { ...rangeOf(columns.views, from, to), adjustment };
  scoreViews(views, tablesFrom(tables, from), 0, to - from, out);
  return Buffer.concat([...bytesOf(out, 0, to - from), ...(grades ? [grades] : [])]);
}

/** Copies a chunk's scores into those of its dataset. */
export function copyChunkScores(
  bytes: Uint8Array,
  { from, to }: Chunk,
  into: Scores,
  grades: Uint8Array | undefined,
): void {
  let at = 0;
  for (const target of [...bytesOf(into, from, to), ...(grades ? [grades.subarray(from, to)] : [])]) {
    target.set(bytes.subarray(at, at + target.length));
    at += target.length;
  }
  if (at !== bytes.length) throw new RangeError(`A chunk has ${bytes.length} bytes instead of ${at}`);
}

function bytesOf(
  { scoreTenths, propertyScoreTenths, naReason }: Scores,
  from: number,
  to: number,
): Uint8Array[] {
  return [scoreTenths, propertyScoreTenths, naReason].map(
    ({ buffer, byteOffset, BYTES_PER_ELEMENT: width }) =>
      new Uint8Array(buffer, byteOffset + from * width, (to - from) * width),
  );
}
