import { retryUntilReady } from '@landline/runtime/process/retry-until-ready';
import { Logger as GraphileLogger, runMigrations } from 'graphile-worker';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { connectPlainPool } from '../database.ts';

/** Creates or migrates the queue's tables: the API enqueues jobs and may start before the worker. */
export async function ensureJobQueue(config: Config, log: Logger, signal: AbortSignal): Promise<void> {
  await retryUntilReady('the job queue', log, signal, () => migrateJobQueue(config.DATABASE_URL, log));
}

export async function migrateJobQueue(databaseUrl: string, log: Logger): Promise<void> {
  const pgPool = connectPlainPool(databaseUrl, log);
  try {
    await runMigrations({ pgPool, logger: graphileLogger(log) });
  } finally {
    await pgPool.end();
  }
}

/** Maps each argument of `add_job` to the column of an existing job that supplies it. */
const JOB = {
  identifier: 'jobs.task_identifier',
  payload: 'private.payload',
  queue_name: 'jobs.queue_name',
  run_at: 'jobs.run_at',
  max_attempts: 'jobs.max_attempts',
  job_key: 'jobs.key',
  priority: 'jobs.priority',
} as const;
export const JOB_COLUMNS = Object.keys(JOB);

/** Waiting jobs with attempts left, and all running jobs, including those on their last attempt. */
export const UNFINISHED_JOBS = `
  SELECT ${Object.values(JOB).join(', ')}
  FROM graphile_worker.jobs JOIN graphile_worker._private_jobs AS private ON private.id = jobs.id
  WHERE jobs.attempts < jobs.max_attempts OR jobs.locked_at IS NOT NULL`;

/** Creates a temporary table for `UNFINISHED_JOBS` copied from another database. */
export const CREATE_UNFINISHED_JOB_TABLE = `
  CREATE TEMPORARY TABLE unfinished_job (
    identifier text, payload json, queue_name text, run_at timestamptz, max_attempts smallint, job_key text, priority smallint
  )`;
/** Enqueues the jobs of that table. */
export const ENQUEUE_UNFINISHED_JOBS = `
  SELECT graphile_worker.add_job(${JOB_COLUMNS.map((name) => `${name} => ${name}`).join(', ')}) FROM unfinished_job`;

const LEVELS = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;

/** Drops the runner's lines about jobs: they contain payloads. `worker-process.ts` logs jobs instead. */
export function graphileLogger(log: Logger): GraphileLogger {
  return new GraphileLogger((scope) => (level, message, meta = {}) => {
    if ('success' in meta || 'failure' in meta) return;
    log[LEVELS[level]]({ ...scope, err: meta.error }, message);
  });
}
