import type { Logger } from 'pino';
import { databaseRefusal } from '../postgres/refusal.ts';
import { ConfigurationError } from './environment.ts';
import { pause } from './pause.ts';
import { PermanentError } from './permanent-error.ts';
import { trackProgress } from './progress.ts';
import { isTemporaryError } from './temporary-error.ts';

const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 5_000;

/** Startup failed for a reason that waiting cannot fix. */
export class StartFailedError extends PermanentError {
  readonly code = 'START_FAILED';
}

/**
 * Retries `work` without a limit after a temporary error, because services start in any order and restart. After every
 * other error, rejects with a PermanentError or ConfigurationError. When the signal aborts, rejects with its reason or
 * with the error of `work`.
 */
export async function retryUntilReady<T>(
  dependency: string,
  log: Logger,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const progress = trackProgress();
  try {
    for (let delay = FIRST_RETRY_MS; ; delay = Math.min(delay * 2, MAX_RETRY_MS)) {
      try {
        return await work();
      } catch (error) {
        if (signal.aborted) throw error;
        if (!isTemporaryError(error)) throw permanentError(error, dependency);
        progress.failed(error);
        log.warn({ event: 'startup.waiting', dependency, err: error }, `Waiting for ${dependency}`);
        await pause(delay, signal);
        signal.throwIfAborted();
      }
    }
  } finally {
    progress.end();
  }
}

function permanentError(error: unknown, dependency: string): Error {
  if (error instanceof PermanentError || error instanceof ConfigurationError) return error;
  const [reason] = String(error instanceof Error ? error.message : error).split('\n');
  return (
    databaseRefusal(error) ??
    new StartFailedError(`Startup failed at ${dependency}: ${reason}`, { cause: error })
  );
}
