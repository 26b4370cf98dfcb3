import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { DomainError } from '../errors.ts';
import type { ReadModel } from '../http/route.ts';

const POLL_MS = 50;
const PATIENCE_MS = 10_000;

/** Waits until a read model has passed a position; refuses after a while (`READ_MODEL_BEHIND`): a job is tried again. */
export async function untilProjected(
  pool: pg.Pool,
  model: ReadModel,
  position: bigint,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const until = Date.now() + patienceMs;
  for (;;) {
    const { rows } = await pool.query<{ reached: boolean }>(
      `SELECT c.position >= $1 AS reached FROM read.checkpoint c
       JOIN read.projector p ON p.name = c.projector AND p.live_generation = c.generation
       WHERE c.projector = $2`,
      [position, model],
    );
    if (rows[0]?.reached) return;
    if (Date.now() > until) {
      throw new DomainError('unavailable', 'READ_MODEL_BEHIND', 'Server error. Please try again later.', {
        retryAfter: 1,
      });
    }
    await pause(POLL_MS);
  }
}
