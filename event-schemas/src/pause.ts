import { setTimeout } from 'node:timers/promises';

/** Waits, for as long as the signal allows. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, signal && { signal }).catch(() => undefined); // it rejects when the signal ends it
}
