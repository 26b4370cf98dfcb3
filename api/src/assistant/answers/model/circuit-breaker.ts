const MAX_FAILURES = 3;
const REST_MS = 30_000;

/** Stops calling a failing model server for a while, since every visitor would wait for it in vain. */
export class CircuitBreaker {
  #failures = 0;
  #openUntil = 0;

  get isOpen(): boolean {
    return Date.now() < this.#openUntil;
  }

  succeed(): void {
    this.#failures = 0;
  }

  fail(): void {
    this.#failures++;
    if (this.#failures >= MAX_FAILURES) this.#openUntil = Date.now() + REST_MS;
  }
}
