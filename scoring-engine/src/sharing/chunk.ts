import { z } from 'zod';
import type { Scores } from '../kernel/score.ts';
import { rangeOf, scoreViews, sharedScores } from '../kernel/score.ts';
import type { ScoringState } from '../service/state.ts';

/** Candidates in a chunk: a millisecond's work, and some 80 kB of scores. */
export const CHUNK_ROWS = 16_384;

const position = z.string().regex(/^-?\d+$/);
const count = z.int().nonnegative();

/** A part of a bulk run as it travels: whoever has read the log as far scores it to the same bits. */
export const chunk = z.object({
  log_id: z.string(),
  run_id: z.string(),
  dataset_key: z.string(),
  scope: z.string(),
  model_hash: z.string(),
  /** The judgements are those up to here. */
  as_of: position,
  /** The features are those that the log gave there last. */
  features_at: position,
  chunk: count,
  from: count,
  to: count,
  /** Index of a candidate that was judged, and the tenths of a point that its judgement adds. */
  judged: z.array(z.tuple([count, z.int()])),
});
export type Chunk = z.infer<typeof chunk>;

/**
 * The scores of a chunk's candidates; `behind` when the state is not as far as the chunk's features or does not know its
 * model yet, `ahead` when it knows later features, by which nobody asked to score.
 */
export function scoreChunk(state: ScoringState | undefined, asked: Chunk): Buffer | 'behind' | 'ahead' {
  if (state === undefined) return 'behind';
  const dataset = state.datasets.get(asked.dataset_key);
  const published = state.models.byHash(asked.model_hash);
  if (state.logId !== asked.log_id || dataset === undefined || published === undefined) return 'behind';
  const featuresAt = BigInt(asked.features_at);
  if (dataset.featuresAt !== featuresAt) return dataset.featuresAt < featuresAt ? 'behind' : 'ahead';
  const { columns } = dataset;
  const { from, to } = asked;
  const adjustment = new Int16Array(new SharedArrayBuffer((to - from) * 2));
  for (const [index, tenths] of asked.judged) adjustment[index - from] = tenths;
  const tables = state.models.compiled(published.model).tablesFor(columns);
  const grades = tables.propertyType === 'ios' ? tables.grades.subarray(from, to) : undefined;
  const out = sharedScores(to - from);
  const views = { ...rangeOf(columns.views, from, to), adjustment };
  scoreViews(
    views,
    tables.propertyType === 'ios' ? { ...tables, grades: tables.grades.subarray(from) } : tables,
    0,
    to - from,
    out,
  );
  return Buffer.concat([...bytesOf(out, 0, to - from), ...(grades ? [grades] : [])]);
}

/** Puts the scores of a chunk where they belong among those of its dataset. */
export function place(
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
  if (at !== bytes.length) throw new RangeError(`A chunk holds ${bytes.length} bytes, not ${at}`);
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
