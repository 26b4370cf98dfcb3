import { setTimeout as pause } from 'node:timers/promises';
import type { ReadModel } from '@landline/event-schemas/read-models';
import type pg from 'pg';
import { unavailable } from '../errors.ts';

const POLL_MS = 50;
const TIMEOUT_MS = 10_000;

/** Waits until a read model has passed a position. Throws `READ_MODEL_BEHIND` on timeout, which retries the job. */
export async function waitUntilProjected(
  pool: pg.Pool,
  model: ReadModel,
  position: bigint,
  timeoutMs = TIMEOUT_MS,
): Promise<void> {
  const until = Date.now() + timeoutMs;
  for (;;) {
    const { rows } = await pool.query<{ reached: boolean }>(
      `SELECT c.position >= $1 AS reached FROM read.checkpoint c
       JOIN read.projector p ON p.name = c.projector AND p.live_generation = c.generation
       WHERE c.projector = $2`,
      [position, model],
    );
    if (rows[0]?.reached) return;
    if (Date.now() > until) throw unavailable(1, 'READ_MODEL_BEHIND');
    await pause(POLL_MS);
  }
}
