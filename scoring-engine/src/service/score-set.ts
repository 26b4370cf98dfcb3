import { pipeline } from 'node:stream/promises';
import { transaction } from '@landline/runtime/postgres/transaction';
import type pg from 'pg';
import { from } from 'pg-copy-streams';
import type { ScoredRows } from '../packed-scores.ts';
import { binaryCopy } from './binary-copy.ts';
import { partitionOf } from './live-sets.ts';

export async function nextSetId(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(`SELECT nextval('scoring.set_id')::int AS id`);
  const [row] = rows;
  if (row === undefined) throw new Error('scoring.set_id returned no number');
  return row.id;
}

/**
 * Writes scores and their indexes to a new table in one transaction. With `wal_level = minimal`, PostgreSQL then
 * skips the WAL and freezes the rows immediately; an interruption leaves no table behind. Rejects when the signal is
 * aborted.
 */
export async function writeSet(
  pool: pg.Pool,
  setId: number,
  rows: ScoredRows,
  onWritten: (rows: number) => void,
  signal: AbortSignal,
): Promise<void> {
  await transaction(pool, async (client) => {
    const table = `scoring.${partitionOf(setId)}`;
    // The CHECK lets ATTACH skip its scan; the DEFAULT avoids sending the set id with each row.
    await client.query(`CREATE TABLE ${table} (
      set_id integer NOT NULL DEFAULT ${setId} CHECK (set_id = ${setId}),
      candidate_id uuid NOT NULL,
      score_tenths smallint,
      property_score_tenths smallint,
      na_reason text,
      environmental_grade text
    )`);
    const copy = client.query(
      from(
        `COPY ${table} (candidate_id, score_tenths, property_score_tenths, na_reason, environmental_grade)
         FROM STDIN (FORMAT binary, FREEZE)`,
      ),
    );
    await pipeline(binaryCopy(rows, onWritten), copy, { signal });
    // Build the indexes without parallel workers, which leaves a processor to readers.
    await client.query('SET LOCAL max_parallel_maintenance_workers = 0');
    await client.query(`CREATE UNIQUE INDEX ON ${table} (candidate_id)`);
    signal.throwIfAborted();
    await client.query(`CREATE INDEX ON ${table} (score_tenths DESC NULLS LAST, candidate_id)`);
    signal.throwIfAborted();
  });
}

/** Attaches a set's table to `scoring.score`. Blocks other DDL, but not readers. */
export async function attachSet(pool: pg.Pool, setId: number): Promise<void> {
  await pool.query(
    `ALTER TABLE scoring.score ATTACH PARTITION scoring.${partitionOf(setId)} FOR VALUES IN (${setId})`,
  );
}

/** Updates planner statistics after the swap. */
export async function analyzeSet(pool: pg.Pool, setId: number): Promise<void> {
  await pool.query(`ANALYZE scoring.${partitionOf(setId)}`);
}
