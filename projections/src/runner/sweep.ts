import type { Pool } from 'pg';
import type { Planned } from './plan.ts';

/** Few enough to hold no lock for long and to leave room for others between two of them. */
const ROWS_AT_ONCE = 2_000;

/** Removes the rows of generations that nobody reads any more, a little at a time; their checkpoints go last. */
export async function sweep(pool: Pool, retired: readonly Planned[], signal: AbortSignal): Promise<void> {
  for (const { projector, checkpoint } of retired) {
    const id = [projector.name, checkpoint.generation];
    for (const { name } of projector.tables) {
      let removed = ROWS_AT_ONCE;
      while (removed === ROWS_AT_ONCE) {
        if (signal.aborted) return;
        const result = await pool.query(
          `DELETE FROM read.${name} WHERE ctid = ANY (ARRAY(
             SELECT ctid FROM read.${name} WHERE generation = $1 LIMIT ${ROWS_AT_ONCE}))`,
          [checkpoint.generation],
        );
        removed = result.rowCount ?? 0;
      }
    }
    await pool.query('DELETE FROM read.parked_event WHERE projector = $1 AND generation = $2', id);
    await pool.query('DELETE FROM read.checkpoint WHERE projector = $1 AND generation = $2', id);
  }
}
