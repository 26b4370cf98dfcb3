import type { Logger } from 'pino';
import { pause } from './pause.ts';
import { PermanentError } from './permanent-error.ts';
import { trackProgress } from './progress.ts';

const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 5_000;

/**
 * Retries `work` without a limit, because services start in any order and restart. Rejects with a PermanentError, with an
 * error that `isTransient` refuses, and when the signal aborts.
 */
export async function retryUntilReady<T>(
  dependency: string,
  log: Logger,
  signal: AbortSignal,
  work: () => Promise<T>,
  isTransient: (error: unknown) => boolean = () => true,
): Promise<T> {
  const progress = trackProgress();
  try {
    for (let delay = FIRST_RETRY_MS; ; delay = Math.min(delay * 2, MAX_RETRY_MS)) {
      try {
        return await work();
      } catch (error) {
        if (signal.aborted || error instanceof PermanentError || !isTransient(error)) throw error;
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
