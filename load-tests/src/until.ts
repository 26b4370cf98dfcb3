import { setTimeout as pause } from 'node:timers/promises';

/** Waits until `check` gives something; throws when that takes too long. */
export async function until<T>(
  what: string,
  { pollMs, timeoutMs }: { pollMs: number; timeoutMs: number },
  check: () => Promise<T | undefined>,
): Promise<T> {
  const limit = performance.now() + timeoutMs;
  for (;;) {
    const value = await check();
    if (value !== undefined) return value;
    if (performance.now() > limit) throw new Error(`Not within ${timeoutMs / 1000} s: ${what}`);
    await pause(pollMs);
  }
}
