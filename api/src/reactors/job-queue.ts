import { Logger as GraphileLogger, runMigrations } from 'graphile-worker';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { untilItWorks } from '../process.ts';

/** Makes the queue's tables where they are missing: whoever enqueues may start before the worker. */
export async function ensureJobQueue(config: Config, log: Logger, signal: AbortSignal): Promise<void> {
  await untilItWorks('the job queue', log, signal, () => migrateJobQueue(config.DATABASE_URL, log));
}

export async function migrateJobQueue(databaseUrl: string, log: Logger): Promise<void> {
  await runMigrations({ connectionString: databaseUrl, logger: graphileLogger(log) });
}

/** What makes a job again, and the arguments of `add_job` that these are. */
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

/** Jobs that wait or run; those that have failed for good are not done again. */
export const UNDONE_JOBS = `
  SELECT ${Object.values(JOB).join(', ')}
  FROM graphile_worker.jobs JOIN graphile_worker._private_jobs AS private ON private.id = jobs.id
  WHERE jobs.attempts < jobs.max_attempts OR jobs.locked_at IS NOT NULL`;

/** A table of this connection for what `UNDONE_JOBS` told of another database, and what enqueues them here. */
export const TEMPORARY_JOBS = `
  CREATE TEMPORARY TABLE undone_job (
    identifier text, payload json, queue_name text, run_at timestamptz, max_attempts smallint, job_key text, priority smallint
  )`;
export const ENQUEUE_TEMPORARY_JOBS = `
  SELECT graphile_worker.add_job(${JOB_COLUMNS.map((name) => `${name} => ${name}`).join(', ')}) FROM undone_job`;

const LEVELS = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;

/** What becomes of jobs is told by those who run them: the runner's own lines would hold all that a job was given. */
export function graphileLogger(log: Logger): GraphileLogger {
  return new GraphileLogger((scope) => (level, message, meta = {}) => {
    if ('success' in meta || 'failure' in meta) return;
    log[LEVELS[level]]({ ...scope, err: meta.error }, message);
  });
}
