import { connectUnlessAborted } from '@landline/runtime/postgres/connect-unless-aborted';
import pg from 'pg';
import type { Logger } from 'pino';
import { partitionOf } from './live-sets.ts';
import { isLockTimeout } from './lock-timeout.ts';

/**
 * Time that a superseded set stays readable, in seconds, because queries that looked it up before the swap may still
 * be running.
 */
const RETENTION_SECONDS = 60;
const LOCK_TIMEOUT_MS = 1_000;

/** Retires every set that is not live, left behind by earlier epochs. */
export async function retireLeftovers(client: pg.Pool | pg.PoolClient): Promise<void> {
  await client.query(
    `INSERT INTO scoring.retired_set (set_id, retired_at)
     SELECT set_id, now()
     FROM (SELECT substring(relname FROM '^score_(\\d+)$')::int AS set_id
           FROM pg_class WHERE relnamespace = 'scoring'::regnamespace AND relkind = 'r'
           UNION SELECT set_id FROM scoring.packed_scores) AS written
     WHERE set_id IS NOT NULL AND set_id NOT IN (SELECT set_id FROM scoring.live_set)
     ON CONFLICT DO NOTHING`,
  );
}

/** Marks a set for removal by the sweep. */
export async function retireSet(client: pg.Pool | pg.PoolClient, setId: number): Promise<void> {
  await client.query(
    `INSERT INTO scoring.retired_set (set_id, retired_at) VALUES ($1, now())
     ON CONFLICT (set_id) DO UPDATE SET retired_at = excluded.retired_at`,
    [setId],
  );
}

/**
 * Drops retired sets whose retention period has passed; a set that cannot be dropped waits for the next sweep. Detaches
 * partitions concurrently, which waits for readers without blocking others and therefore needs its own connection outside
 * any transaction.
 */
export async function sweep(databaseUrl: string, signal: AbortSignal, log: Logger): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'scoring sweep',
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
  });
  client.on('error', () => undefined); // the running query rejects
  await connectUnlessAborted(client, signal);
  const stop = () => void client.end().catch(() => undefined);
  signal.addEventListener('abort', stop, { once: true });
  try {
    await client.query(`SET lock_timeout = ${LOCK_TIMEOUT_MS}`);
    // Wait for a swap that is about to commit, because an abandoned set may still become live.
    await client.query('SELECT 1 FROM scoring.checkpoint FOR SHARE');
    const { rows } = await client.query<{ set_id: number }>(
      `SELECT set_id FROM scoring.retired_set
       WHERE retired_at < now() - make_interval(secs => ${RETENTION_SECONDS})
         AND set_id NOT IN (SELECT set_id FROM scoring.live_set)
       ORDER BY set_id`,
    );
    for (const { set_id } of rows) {
      if (signal.aborted) return;
      await dropSet(client, set_id).catch((error) => {
        if (signal.aborted) return;
        if (!(error instanceof pg.DatabaseError)) throw error; // the connection is lost
        reportSweepFailure(log, error, set_id);
      });
    }
  } finally {
    signal.removeEventListener('abort', stop);
    await client.end().catch(() => undefined);
  }
}

/** Logs a failed sweep: at debug level if readers held a lock for too long, which ends by itself. */
export function reportSweepFailure(log: Logger, error: unknown, setId?: number): void {
  if (isLockTimeout(error))
    log.debug(
      { event: 'sweep.blocked', err: error, setId },
      'Sweep waited too long for a lock; retrying in 5 s',
    );
  else
    log.warn({ event: 'sweep.failed', err: error, setId }, 'Sweep of retired scores failed; retrying in 5 s');
}

async function dropSet(client: pg.Client, setId: number): Promise<void> {
  const table = `scoring.${partitionOf(setId)}`;
  const { rows } = await client.query<{ pending: boolean }>(
    `SELECT inhdetachpending AS pending FROM pg_inherits WHERE inhrelid = to_regclass($1)`,
    [table],
  );
  const [attached] = rows;
  // After an interrupted attempt, only the second half remains to be done.
  const mode = attached?.pending ? 'FINALIZE' : 'CONCURRENTLY';
  if (attached) await client.query(`ALTER TABLE scoring.score DETACH PARTITION ${table} ${mode}`);
  await client.query(`DROP TABLE IF EXISTS ${table}`);
  await client.query('DELETE FROM scoring.packed_scores WHERE set_id = $1', [setId]);
  await client.query('DELETE FROM scoring.correction WHERE set_id = $1', [setId]);
  await client.query('DELETE FROM scoring.retired_set WHERE set_id = $1', [setId]);
}
