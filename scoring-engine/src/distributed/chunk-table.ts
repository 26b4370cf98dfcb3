import type pg from 'pg';
import type { Chunk } from './chunk.ts';

interface StoredChunk {
  readonly chunk: number;
  readonly scores: Buffer;
  readonly scored_by: string;
}

/** Returns whether a run still waits for the scores of a chunk. */
export async function isAwaited(
  pool: pg.Pool,
  { run_id, dataset_key, scope, model_hash, as_of, chunk }: Chunk,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `SELECT FROM scoring.run WHERE run_id = $1 AND state = 'scoring' AND NOT EXISTS (
       SELECT FROM scoring.chunk
       WHERE dataset_key = $2 AND scope = $3 AND model_hash = $4 AND as_of = $5 AND chunk = $6
     )`,
    [run_id, dataset_key, scope, model_hash, as_of, chunk],
  );
  return rowCount === 1;
}

/** Stores a chunk's scores once, and only while its run is scoring. */
export async function storeChunk(
  pool: pg.Pool,
  { run_id, dataset_key, scope, model_hash, as_of, chunk }: Chunk,
  scores: Buffer,
  scoredBy: string,
): Promise<void> {
  await pool.query(
    `INSERT INTO scoring.chunk (dataset_key, scope, model_hash, as_of, chunk, scores, scored_by)
     SELECT $2, $3, $4, $5, $6, $7, $8 FROM scoring.run WHERE run_id = $1 AND state = 'scoring'
     ON CONFLICT DO NOTHING`,
    [run_id, dataset_key, scope, model_hash, as_of, chunk, scores, scoredBy],
  );
}

/** Returns the scores that are stored for these chunks of one run. */
export async function readChunks(pool: pg.Pool, chunks: readonly Chunk[]): Promise<StoredChunk[]> {
  const [first] = chunks;
  if (first === undefined) return [];
  const { rows } = await pool.query<StoredChunk>(
    `SELECT chunk, scores, scored_by FROM scoring.chunk
     WHERE dataset_key = $1 AND scope = $2 AND model_hash = $3 AND as_of = $4 AND chunk = ANY($5)`,
    [first.dataset_key, first.scope, first.model_hash, first.as_of, chunks.map(({ chunk }) => chunk)],
  );
  return rows;
}

/** Deletes the chunks of all runs of a dataset in a scope. */
export async function dropChunks(
  pool: pg.Pool,
  { datasetKey, scope }: { readonly datasetKey: string; readonly scope: string },
): Promise<void> {
  await pool.query('DELETE FROM scoring.chunk WHERE dataset_key = $1 AND scope = $2', [datasetKey, scope]);
}
