import { monitorConnection } from '@landline/runtime/postgres/monitored-connection';
import { pause } from '@landline/runtime/process/pause';
import pg from 'pg';
import type { Logger } from 'pino';

/** Advisory lock class of live workers; the second key is the hash of the worker pool's id. */
const LOCK = 4_216_003;
const SWEEP_MS = 3_000;
/** A pool whose lock is missing for this long is dead. A worker that only lost its connection reacquires the lock sooner. */
const DEAD_MS = 9_000;
const RECONNECT_MS = 250;
const CONNECT_MS = 3_000;

/** Pools that hold jobs but no lock. Graphile would release the jobs of a dead worker only after four hours. */
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

/** Jobs locked by a pool. Graphile does not retry recording the end of a job, so a job can stay locked after it ends. */
const LOCKED_JOBS = 'SELECT id FROM graphile_worker._private_jobs WHERE locked_by = $1';
const UNLOCK_JOBS = `
  WITH unlocked AS (
    UPDATE graphile_worker._private_jobs SET locked_by = NULL, locked_at = NULL, run_at = greatest(run_at, now())
    WHERE locked_by = $1 AND id = ANY($2::bigint[]) RETURNING job_queue_id
  )
  UPDATE graphile_worker._private_job_queues AS queue SET locked_by = NULL, locked_at = NULL
  FROM unlocked WHERE queue.id = unlocked.job_queue_id AND queue.locked_by = $1`;

interface WorkerPool {
  readonly id: string;
  /** Ids of the jobs it is running. */
  readonly running: ReadonlySet<string>;
}

/**
 * Holds an advisory lock that shows that the worker pool is alive; the lock ends with the process. Also unlocks orphaned
 * jobs: those of dead pools, and the pool's own jobs whose end was not recorded. Returns a function that stops both.
 */
export function startLiveness(url: string, pool: WorkerPool, log: Logger): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;

  /** Holds the lock and looks for orphaned jobs until the connection is lost. */
  async function holdLock(): Promise<void> {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
    const connection = await monitorConnection(client, signal);
    const until = AbortSignal.any([signal, connection.lost]);
    try {
      // Shared, because the database may not have noticed yet that the previous connection ended.
      await client.query('SELECT pg_advisory_lock_shared($1, hashtext($2))', [LOCK, pool.id]);
      // Start without earlier observations: other workers may have lost their connections together with this one.
      const unlockOrphans = orphanUnlocker(client, pool, log);
      while (!until.aborted) {
        await unlockOrphans().catch((error) => {
          if (until.aborted) throw error;
          log.warn(
            { event: 'worker.orphan_check_failed', err: error },
            'Could not check for orphaned jobs; retrying in 3 s',
          );
        });
        await pause(SWEEP_MS, until);
      }
      connection.lost.throwIfAborted();
    } finally {
      await connection.close();
    }
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        await holdLock();
      } catch (error) {
        if (signal.aborted) return;
        log.warn(
          { event: 'worker.liveness_lock_failed', err: error },
          'Lost the liveness lock of this worker; reconnecting',
        );
        await pause(RECONNECT_MS, signal);
      }
    }
  }

  const running = run();
  return async () => {
    stopping.abort();
    await running;
  };
}

/** Returns a function that checks for orphaned jobs. It unlocks a job only after several checks agree, to avoid races. */
function orphanUnlocker(client: pg.Client, pool: WorkerPool, log: Logger): () => Promise<void> {
  /** Time at which each pool was first found without its lock; every later check confirmed it. */
  let missingSince = new Map<string, number>();
  /**
   * Jobs that were locked but not running at the last check. A job that is just starting or ending fails only one check.
   */
  let idle = new Set<string>();

  async function unlockJobsOfDeadPools(): Promise<void> {
    const { rows } = await client.query<{ locked_by: string }>(MISSING_POOLS, [pool.id, LOCK]);
    const now = performance.now();
    missingSince = new Map(rows.map(({ locked_by }) => [locked_by, missingSince.get(locked_by) ?? now]));
    const dead = [...missingSince].filter(([, since]) => now - since >= DEAD_MS).map(([id]) => id);
    if (dead.length === 0) return;
    log.warn({ event: 'worker.dead_pools', pools: dead }, 'Releasing the jobs of dead workers');
    await client.query('SELECT graphile_worker.force_unlock_workers($1)', [dead]);
  }

  async function unlockEndedJobs(): Promise<void> {
    const { rows } = await client.query<{ id: string }>(LOCKED_JOBS, [pool.id]);
    const before = idle;
    idle = new Set(rows.map(({ id }) => id).filter((id) => !pool.running.has(id)));
    const jobs = [...idle].filter((id) => before.has(id));
    if (jobs.length === 0) return;
    log.warn({ event: 'worker.unrecorded_jobs', jobs }, 'Releasing jobs whose end was not recorded');
    await client.query(UNLOCK_JOBS, [pool.id, jobs]);
  }

  return async () => {
    await unlockJobsOfDeadPools();
    await unlockEndedJobs();
  };
}

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
