import type { Pool } from 'pg';
import type { PlannedGeneration } from './generation-plan.ts';

/** Rows per statement; few enough to hold locks briefly and leave room for other work. */
const BATCH_ROWS = 2_000;

/** Deletes the rows of retired generations in small portions, and their checkpoints at the end. */
export async function removeRetired(
  pool: Pool,
  retired: readonly PlannedGeneration[],
  signal: AbortSignal,
): Promise<void> {
  for (const { projector, checkpoint } of retired) {
    const id = [projector.name, checkpoint.generation];
    for (const { name } of projector.tables) {
      let removed = BATCH_ROWS;
      while (removed === BATCH_ROWS) {
        if (signal.aborted) return;
        const result = await pool.query(
          `DELETE FROM read.${name} WHERE ctid = ANY (ARRAY(
             SELECT ctid FROM read.${name} WHERE generation = $1 LIMIT ${BATCH_ROWS}))`,
          [checkpoint.generation],
        );
        removed = result.rowCount ?? 0;
      }
    }
    await pool.query('DELETE FROM read.parked_event WHERE projector = $1 AND generation = $2', id);
    await pool.query('DELETE FROM read.checkpoint WHERE projector = $1 AND generation = $2', id);
  }
}
