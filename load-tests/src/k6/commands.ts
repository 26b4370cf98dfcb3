import exec from 'k6/execution';
import http, { type RefinedResponse } from 'k6/http';
import { Counter } from 'k6/metrics';
import { bearer, JSON_BODY } from './shared.ts';

/** Data that `mixed/prepare.ts` created for the commands. */
export interface TestData {
  readonly apis: readonly string[];
  readonly email: string;
  readonly password: string;
  readonly datasetKey: string;
  readonly zipCodes: readonly string[];
  readonly candidates: readonly string[];
  readonly clients: readonly string[];
  readonly widgets: readonly {
    readonly clientId: string;
    readonly origin: string;
    readonly token: string;
  }[];
}

/** Returns a random item. */
export const randomItem = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)] as T; // never empty

type ApiResponse = RefinedResponse<'text'>;

const retries = new Counter('retries');
/** Age after which a token is replaced; tokens live for 35 minutes. */
const RENEW_MS = 20 * 60_000;
const MAX_TRIES = 200;
const CONFLICT = 409;
const TOO_MANY = 429;

/**
 * Sends each command until either API process acknowledges it. After a conflict, or if the process is unavailable, it
 * retries with the same idempotency key.
 */
export class Sender {
  readonly #prepared: TestData;
  #token = '';
  #signedInAt = 0;

  constructor(prepared: TestData) {
    this.#prepared = prepared;
  }

  /** False before the first sign-in, after a sign-out, and when the token has to be replaced before it expires. */
  get isSignedIn(): boolean {
    return this.#token !== '' && Date.now() - this.#signedInAt < RENEW_MS;
  }

  /** Opens a new session; the previous one stays open. */
  signIn(): ApiResponse {
    const { email, password } = this.#prepared;
    const startedAt = Date.now();
    const response = this.#send('sign in', 'POST', '/api/auth/login', { email, password }, {});
    if (response.status === 200) {
      this.#token = response.json('token') as string;
      this.#signedInAt = startedAt;
    }
    return response;
  }

  signOut(): ApiResponse {
    const response = this.send('sign out', 'POST', '/api/auth/logout', {});
    this.#token = '';
    return response;
  }

  /** `minPosition` is the position of an earlier command that this command depends on. */
  send(name: string, method: string, path: string, body?: object, minPosition?: string): ApiResponse {
    const headers = {
      ...bearer(this.#token),
      ...(minPosition !== undefined && { 'X-Min-Position': minPosition }),
    };
    return this.#send(name, method, path, body, headers);
  }

  /** Sends a request as a visitor of a client's widget. */
  visit(name: string, widget: TestData['widgets'][number], path: string, body: object): ApiResponse {
    return this.#send(name, 'POST', path, body, { ...bearer(widget.token), Origin: widget.origin });
  }

  #send(
    name: string,
    method: string,
    path: string,
    body: object | undefined,
    headers: Record<string, string>,
  ): ApiResponse {
    const key = `mixed-${exec.vu.idInTest}-${exec.scenario.iterationInTest}`;
    for (let tries = 1; ; tries++) {
      const response = http.request(
        method,
        `${randomItem(this.#prepared.apis)}${path}`,
        body === undefined ? null : JSON.stringify(body),
        {
          headers: { ...JSON_BODY, ...headers, 'Idempotency-Key': key },
          tags: { name },
        },
      );
      const { status } = response;
      const isConflict = status === CONFLICT && response.json('code') === 'CONFLICT';
      const isTemporary = status === 0 || status >= 500 || status === TOO_MANY || isConflict;
      if (!isTemporary || tries === MAX_TRIES) return response;
      retries.add(1, { command: name, status: String(status) });
    }
  }
}

/** Entities that commands created, with the positions of those commands. `take` removes and returns the oldest. */
export class Created<T> {
  readonly #items: { item: T; position: string }[] = [];

  add(item: T, response: ApiResponse): void {
    this.#items.push({ item, position: response.headers['X-Event-Position'] ?? '' });
  }

  take(): { item: T; position: string } | undefined {
    return this.#items.shift();
  }
}
