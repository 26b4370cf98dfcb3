const MAX_FAILURES = 3;
const COOLDOWN_MS = 30_000;

/** Stops calling a failing model server for a while, so that visitors do not wait for it. */
export class CircuitBreaker {
  #failures = 0;
  #openUntil = 0;

  get isOpen(): boolean {
    return Date.now() < this.#openUntil;
  }

  recordSuccess(): void {
    this.#failures = 0;
  }

  recordFailure(): void {
    this.#failures++;
    if (this.#failures >= MAX_FAILURES) this.#openUntil = Date.now() + COOLDOWN_MS;
  }
}
