import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from } from 'pg-copy-streams';
import type { ScoredRows } from '../packed-scores.ts';
import { binaryCopy } from './binary-copy.ts';
import { partitionOf } from './in-place.ts';
import { transaction } from './transaction.ts';

/** The number of a set that nobody knows yet. */
export async function nextSetId(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(`SELECT nextval('scoring.set_id')::int AS id`);
  const [row] = rows;
  if (row === undefined) throw new Error('scoring.set_id gave nothing');
  return row.id;
}

/**
 * Writes scores into a table of their own, with what they are searched by. In one transaction: where the log is minimal,
 * a table made in it needs no entry there, is written through when it commits and is frozen from the start, and an
 * interrupted one leaves nothing. Rejects when the signal is aborted.
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
    // The check spares ATTACH its scan; the default spares the wire the set's id.
    await client.query(`CREATE TABLE ${table} (
      set_id integer NOT NULL DEFAULT ${setId} CHECK (set_id = ${setId}),
      candidate_id uuid NOT NULL,
      score_tenths smallint,
      property_score_tenths smallint,
      na_reason text,
      environmental_grade text
    )`);
    const into = client.query(
      from(
        `COPY ${table} (candidate_id, score_tenths, property_score_tenths, na_reason, environmental_grade)
         FROM STDIN (FORMAT binary, FREEZE)`,
      ),
    );
    await pipeline(binaryCopy(rows, onWritten), into, { signal });
    // Readers are left one processor of two.
    await client.query('SET LOCAL max_parallel_maintenance_workers = 0');
    await client.query(`CREATE UNIQUE INDEX ON ${table} (candidate_id)`);
    signal.throwIfAborted();
    await client.query(`CREATE INDEX ON ${table} (score_tenths DESC NULLS LAST, candidate_id)`);
    signal.throwIfAborted();
  });
}

/** Makes the table of a set a partition of `scoring.score`. Readers of the others are not held up: it locks out other DDL alone. */
export async function attachSet(pool: pg.Pool, setId: number): Promise<void> {
  await pool.query(
    `ALTER TABLE scoring.score ATTACH PARTITION scoring.${partitionOf(setId)} FOR VALUES IN (${setId})`,
  );
}

/** What the planner wants to know of a set, found out when nobody waits for it. */
export async function analyzeSet(pool: pg.Pool, setId: number): Promise<void> {
  await pool.query(`ANALYZE scoring.${partitionOf(setId)}`);
}
