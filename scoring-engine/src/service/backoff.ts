import { pause } from '@landline/runtime/process/pause';

const FIRST_MS = 250;
const MAX_MS = 5_000;

/** Retry delays that double from 250 ms to 5 s. */
export class Backoff {
  #delay = FIRST_MS;

  reset(): void {
    this.#delay = FIRST_MS;
  }

  /** Waits for the next delay, or until the signal is aborted. */
  async wait(signal: AbortSignal): Promise<void> {
    const delay = this.#delay;
    this.#delay = Math.min(delay * 2, MAX_MS);
    await pause(delay, signal);
  }
}
