import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 100;

/** Reads every 100 ms, without a time limit, until `read` returns a value. */
export async function pollUntil<Value>(read: () => Promise<Value | undefined>): Promise<Value> {
  for (;;) {
    const value = await read();
    if (value !== undefined) return value;
    await delay(POLL_MS);
  }
}
