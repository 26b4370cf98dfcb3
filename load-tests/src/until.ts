import { setTimeout as pause } from 'node:timers/promises';

/** Waits until `check` returns a value; throws after the time limit. */
export async function until<T>(
  condition: string,
  { pollMs, timeoutMs }: { pollMs: number; timeoutMs: number },
  check: () => Promise<T | undefined>,
): Promise<T> {
  const limit = performance.now() + timeoutMs;
  for (;;) {
    const value = await check();
    if (value !== undefined) return value;
    if (performance.now() > limit)
      throw new Error(`Timed out after ${timeoutMs / 1000} s waiting until ${condition}`);
    await pause(pollMs);
  }
}
