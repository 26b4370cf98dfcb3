import pg from 'pg';
import type { Logger } from 'pino';

/** Of living workers, among the database's advisory locks; the second key is the hash of the worker pool's id. */
const LOCK = 4_216_003;
/** Soon: the database may notice the death of a worker after the next one has looked for the first time. */
const SWEEP_MS = 3_000;

/** A job that died with its worker would wait four hours: these are the pools that hold jobs and hold no lock. */
const DEAD_POOLS = `
  SELECT locked_by FROM (
    SELECT DISTINCT locked_by FROM graphile_worker._private_jobs WHERE locked_by IS NOT NULL AND locked_by <> $1
  ) AS holder
  WHERE NOT EXISTS (
    SELECT 1 FROM pg_locks
    WHERE locktype = 'advisory' AND classid = $2 AND objsubid = 2 AND granted
      AND objid = hashtext(locked_by)::bit(32)::bigint::oid
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
  )`;

/**
 * Shows that a worker pool lives, by a lock that ends with its process, and gives back the jobs of pools that do not.
 * Returns how to stop.
 */
export async function showLife(url: string, poolId: string, log: Logger): Promise<() => Promise<void>> {
  let client: pg.Client | undefined;

  async function connected(): Promise<pg.Client> {
    if (client) return client;
    const fresh = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
    });
    const forget = () => {
      if (client === fresh) client = undefined;
    };
    fresh.on('error', forget).on('end', forget);
    await fresh.connect();
    await fresh.query('SELECT pg_advisory_lock($1, hashtext($2))', [LOCK, poolId]);
    client = fresh;
    return fresh;
  }

  async function sweep(): Promise<void> {
    try {
      const connection = await connected();
      const { rows } = await connection.query<{ locked_by: string }>(DEAD_POOLS, [poolId, LOCK]);
      if (rows.length === 0) return;
      const dead = rows.map(({ locked_by }) => locked_by);
      log.warn({ dead }, 'Jobs of dead workers are given back');
      await connection.query('SELECT graphile_worker.force_unlock_workers($1)', [dead]);
    } catch (error) {
      log.warn({ err: error }, 'Could not look for dead workers');
    }
  }

  await sweep();
  const timer = setInterval(sweep, SWEEP_MS);
  return async () => {
    clearInterval(timer);
    await client?.end().catch(() => undefined);
  };
}

/** True while some worker shows its life. */
export async function isWorkerAlive(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ alive: boolean }>(
    `SELECT EXISTS (
       SELECT 1 FROM pg_locks
       WHERE locktype = 'advisory' AND classid = $1 AND objsubid = 2 AND granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
     ) AS alive`,
    [LOCK],
  );
  return rows[0]?.alive ?? false;
}
