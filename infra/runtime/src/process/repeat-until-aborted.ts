import { pause } from './pause.ts';

const FIRST_RETRY_MS = 250;
const MAX_RETRY_MS = 5_000;

/**
 * Runs `work` again whenever it ends or fails, until the signal aborts. The pause in between doubles from 250 ms to 5 s;
 * `work` calls `onSuccess` to reset it.
 */
export async function repeatUntilAborted(
  signal: AbortSignal,
  work: (onSuccess: () => void) => Promise<unknown>,
  onError: (error: unknown) => void,
): Promise<void> {
  let delay = FIRST_RETRY_MS;
  const onSuccess = () => {
    delay = FIRST_RETRY_MS;
  };
  while (!signal.aborted) {
    try {
      await work(onSuccess);
    } catch (error) {
      if (!signal.aborted) onError(error);
    }
    await pause(delay, signal);
    delay = Math.min(delay * 2, MAX_RETRY_MS);
  }
}
