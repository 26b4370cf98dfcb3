import { Logger as GraphileLogger, runMigrations } from 'graphile-worker';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { untilItWorks } from '../process.ts';

/** Makes the queue's tables where they are missing: whoever enqueues may start before the worker. */
export async function ensureJobQueue(config: Config, log: Logger, signal: AbortSignal): Promise<void> {
  const options = { connectionString: config.DATABASE_URL, logger: graphileLogger(log) };
  await untilItWorks('the job queue', log, signal, () => runMigrations(options));
}

const LEVELS = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;

export function graphileLogger(log: Logger): GraphileLogger {
  return new GraphileLogger((scope) => (level, message, meta) => {
    log[LEVELS[level]]({ ...scope, ...meta }, message);
  });
}
