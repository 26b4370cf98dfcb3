import { hold } from '@landline/event-schemas/hold';
import { pause } from '@landline/event-schemas/pause';
import pg from 'pg';
import type { Logger } from 'pino';

/** Of living workers, among the database's advisory locks; the second key is the hash of the worker pool's id. */
const LOCK = 4_216_003;
/** Soon: the database may notice the death of a worker after the next one has looked for the first time. */
const SWEEP_MS = 3_000;
/** A pool whose lock is missing for so long is dead: whoever only lost a connection has the lock again by then. */
const DEAD_MS = 9_000;
/** Until a connection that could not be made is tried again. */
const RECONNECT_MS = 250;
const CONNECT_MS = 3_000;

/** A job that died with its worker would wait four hours: these are the pools that hold jobs and hold no lock. */
const MISSING_POOLS = `
  SELECT locked_by FROM (
    SELECT DISTINCT locked_by FROM graphile_worker._private_jobs WHERE locked_by IS NOT NULL AND locked_by <> $1
  ) AS holder
  WHERE NOT EXISTS (
    SELECT 1 FROM pg_locks
    WHERE locktype = 'advisory' AND classid = $2 AND objsubid = 2 AND granted
      AND objid = hashtext(locked_by)::bit(32)::bigint::oid
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
  )`;

/** That a job has ended is noted by a query that may fail, and is not tried again: these are the jobs that a pool still holds. */
const HELD = 'SELECT id FROM graphile_worker._private_jobs WHERE locked_by = $1';
const GIVE_BACK = `
  WITH given AS (
    UPDATE graphile_worker._private_jobs SET locked_by = NULL, locked_at = NULL, run_at = greatest(run_at, now())
    WHERE locked_by = $1 AND id = ANY($2::bigint[]) RETURNING job_queue_id
  )
  UPDATE graphile_worker._private_job_queues AS queue SET locked_by = NULL, locked_at = NULL
  FROM given WHERE queue.id = given.job_queue_id AND queue.locked_by = $1`;

/** A worker pool, and the ids of the jobs that it is running. */
interface LivingPool {
  readonly id: string;
  readonly running: ReadonlySet<string>;
}

/**
 * Shows that a worker pool lives, by a lock that ends with its process, and gives back jobs that nobody runs: those of
 * pools that are dead, and its own that have ended without a note. Returns how to stop.
 */
export function showLife(url: string, pool: LivingPool, log: Logger): () => Promise<void> {
  const over = new AbortController();
  const { signal } = over;

  /** Shows life for as long as one connection lasts, and looks again and again: always at least so long after it last did. */
  async function showOnce(): Promise<void> {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
    const held = await hold(client, signal);
    const until = AbortSignal.any([signal, held.lost]);
    try {
      // Shared: the database may not have noticed yet that the connection before has ended.
      await client.query('SELECT pg_advisory_lock_shared($1, hashtext($2))', [LOCK, pool.id]);
      // What was seen before does not count: others may have lost their connections together with this one.
      const look = sweeping(client, pool, log);
      while (!until.aborted) {
        await look().catch((error) => {
          if (until.aborted) throw error;
          log.warn({ err: error }, 'Could not look for jobs that nobody runs');
        });
        await pause(SWEEP_MS, until);
      }
      held.lost.throwIfAborted();
    } finally {
      await held.close();
    }
  }

  async function show(): Promise<void> {
    while (!signal.aborted) {
      try {
        await showOnce();
      } catch (error) {
        if (signal.aborted) return;
        log.warn({ err: error }, 'Could not show that this worker lives');
        await pause(RECONNECT_MS, signal);
      }
    }
  }

  const showing = show();
  return async () => {
    over.abort();
    await showing;
  };
}

/** A look for jobs that nobody runs. It remembers what the looks before have seen: what it sees for the first time may pass. */
function sweeping(client: pg.Client, pool: LivingPool, log: Logger): () => Promise<void> {
  /** When each pool was first found without its lock, at all looks since. */
  let missing = new Map<string, number>();
  /** Held and not run when last looked at: one that is being fetched, or noted as ended, is no longer so the next time. */
  let idle = new Set<string>();

  async function giveBackOfTheDead(): Promise<void> {
    const { rows } = await client.query<{ locked_by: string }>(MISSING_POOLS, [pool.id, LOCK]);
    const now = performance.now();
    missing = new Map(rows.map(({ locked_by }) => [locked_by, missing.get(locked_by) ?? now]));
    const dead = [...missing].filter(([, since]) => now - since >= DEAD_MS).map(([id]) => id);
    if (dead.length === 0) return;
    log.warn({ dead }, 'Jobs of dead workers are given back');
    await client.query('SELECT graphile_worker.force_unlock_workers($1)', [dead]);
  }

  async function giveBackEnded(): Promise<void> {
    const { rows } = await client.query<{ id: string }>(HELD, [pool.id]);
    const before = idle;
    idle = new Set(rows.map(({ id }) => id).filter((id) => !pool.running.has(id)));
    const jobs = [...idle].filter((id) => before.has(id));
    if (jobs.length === 0) return;
    log.warn({ jobs }, 'Jobs whose end could not be noted are given back');
    await client.query(GIVE_BACK, [pool.id, jobs]);
  }

  return async () => {
    await giveBackOfTheDead();
    await giveBackEnded();
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
