import { connectUnlessAborted } from '@landline/event-schemas/connect';
import pg from 'pg';
import { partitionOf } from './in-place.ts';

/** How long a superseded set stays readable: queries that looked it up before the swap may still be running. */
const KEPT_SECONDS = 60;
const LOCK_TIMEOUT_MS = 1_000;

/** Hands everything that no reader is sent to, and that no run of this epoch has made, to the sweep. */
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

/** Hands a set to the sweep that no reader is sent to any more, or never was. */
export async function retireSet(client: pg.Pool | pg.PoolClient, setId: number): Promise<void> {
  await client.query(
    `INSERT INTO scoring.retired_set (set_id, retired_at) VALUES ($1, now())
     ON CONFLICT (set_id) DO UPDATE SET retired_at = excluded.retired_at`,
    [setId],
  );
}

/**
 * Drops the sets that were retired long enough ago. A partition is detached concurrently, which waits for its readers
 * without anybody waiting behind it, and so on a connection of its own, outside any transaction.
 */
export async function sweep(databaseUrl: string, signal: AbortSignal): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'scoring sweep',
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
  });
  client.on('error', () => undefined); // the query that was running rejects
  await connectUnlessAborted(client, signal);
  const stop = () => void client.end().catch(() => undefined);
  signal.addEventListener('abort', stop, { once: true });
  try {
    await client.query(`SET lock_timeout = ${LOCK_TIMEOUT_MS}`);
    // A set may have been given up although its swap goes through: what is about to commit is waited for.
    await client.query('SELECT 1 FROM scoring.checkpoint FOR SHARE');
    const { rows } = await client.query<{ set_id: number }>(
      `SELECT set_id FROM scoring.retired_set
       WHERE retired_at < now() - make_interval(secs => ${KEPT_SECONDS})
         AND set_id NOT IN (SELECT set_id FROM scoring.live_set)
       ORDER BY set_id`,
    );
    for (const { set_id } of rows) {
      if (signal.aborted) return;
      await dropSet(client, set_id);
    }
  } finally {
    signal.removeEventListener('abort', stop);
    await client.end().catch(() => undefined);
  }
}

async function dropSet(client: pg.Client, setId: number): Promise<void> {
  const table = `scoring.${partitionOf(setId)}`;
  const { rows } = await client.query<{ pending: boolean }>(
    `SELECT inhdetachpending AS pending FROM pg_inherits WHERE inhrelid = to_regclass($1)`,
    [table],
  );
  const [attached] = rows;
  // Of an earlier attempt that was interrupted, only the second half is left to do.
  const how = attached?.pending ? 'FINALIZE' : 'CONCURRENTLY';
  if (attached) await client.query(`ALTER TABLE scoring.score DETACH PARTITION ${table} ${how}`);
  await client.query(`DROP TABLE IF EXISTS ${table}`);
  await client.query('DELETE FROM scoring.packed_scores WHERE set_id = $1', [setId]);
  await client.query('DELETE FROM scoring.correction WHERE set_id = $1', [setId]);
  await client.query('DELETE FROM scoring.retired_set WHERE set_id = $1', [setId]);
}
