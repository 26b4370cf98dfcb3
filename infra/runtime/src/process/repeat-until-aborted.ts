import { pause } from './pause.ts';
import { type Progress, trackProgress } from './progress.ts';

const FIRST_RETRY_MS = 250;
const MAX_RETRY_MS = 5_000;

/**
 * Runs `work` again whenever it ends or fails, until the signal aborts. The pause in between doubles from 250 ms to 5 s;
 * `work` calls `onSuccess` to reset it. Rejects only if `onError` throws.
 */
export async function repeatUntilAborted(
  signal: AbortSignal,
  work: (onSuccess: () => void, progress: Progress) => Promise<unknown>,
  onError: (error: unknown) => void,
): Promise<void> {
  const progress = trackProgress();
  let delay = FIRST_RETRY_MS;
  const onSuccess = () => {
    delay = FIRST_RETRY_MS;
    progress.followed();
  };
  try {
    while (!signal.aborted) {
      try {
        await work(onSuccess, progress);
      } catch (error) {
        if (!signal.aborted) {
          progress.failed(error);
          onError(error);
        }
      }
      await pause(delay, signal);
      delay = Math.min(delay * 2, MAX_RETRY_MS);
    }
  } finally {
    progress.end();
  }
}
