import pg from 'pg';
import { READ_AHEAD_LOCK, SCORES_WRITTEN_CHANNEL, type ScoresWritten } from '../scores-written.ts';
import { pause } from './pause.ts';
import { transaction } from './transaction.ts';

/** Until then, those who read the set ahead have begun. */
const HEARD_MS = 50;
/** Who reads longer than this has to be waited for no more. */
const READ_MS = 5_000;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Tells those who keep scores in memory of a set that they are about to be sent to, and waits while they read it: the first
 * question after the swap is answered as quickly as the last one before it.
 */
export async function handOver(pool: pg.Pool, written: ScoresWritten, signal: AbortSignal): Promise<void> {
  await pool.query('SELECT pg_notify($1, $2)', [SCORES_WRITTEN_CHANNEL, JSON.stringify(written)]);
  await pause(HEARD_MS, signal);
  try {
    await transaction(pool, async (client) => {
      await client.query(`SET LOCAL lock_timeout = ${READ_MS}`);
      await client.query(`SELECT pg_advisory_xact_lock(${READ_AHEAD_LOCK}, $1)`, [written.setId]);
    });
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE)) throw error;
  }
}
