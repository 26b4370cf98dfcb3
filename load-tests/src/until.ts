import { setTimeout as delay } from 'node:timers/promises';

/** Repeats `check` until it returns a value other than undefined and false; throws after the time limit. */
export async function until<T>(
  condition: string,
  { pollMs, timeoutMs }: { pollMs: number; timeoutMs: number },
  check: () => Promise<T | undefined | false>,
): Promise<T> {
  const limit = performance.now() + timeoutMs;
  for (;;) {
    const value = await check();
    if (value !== undefined && value !== false) return value;
    if (performance.now() > limit)
      throw new Error(`Timed out after ${timeoutMs / 1000} s waiting until ${condition}`);
    await delay(pollMs);
  }
}
