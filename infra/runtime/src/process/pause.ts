import { setTimeout } from 'node:timers/promises';

/** Waits, or returns early when the signal aborts. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, signal && { signal }).catch(() => undefined); // it rejects when the signal aborts
}
