import exec from 'k6/execution';
import http, { type RefinedResponse } from 'k6/http';
import { Counter } from 'k6/metrics';
import { as, JSON_BODY } from './shared.ts';

/** What `mixed/prepare.ts` has made for the commands to be about. */
export interface Prepared {
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

/** One of a list. */
export const some = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)] as T; // none is empty

type Answer = RefinedResponse<'text'>;

const triedAgain = new Counter('tried_again');
const MOST_TRIES = 200;
const CONFLICT = 409;
const TOO_MANY = 429;

/**
 * A person who sends commands by whichever api process, each until it is acknowledged: a conflict or a process that is
 * away is tried again under the same idempotency key.
 */
export class Sender {
  readonly #prepared: Prepared;
  #token = '';

  constructor(prepared: Prepared) {
    this.#prepared = prepared;
  }

  get isSignedIn(): boolean {
    return this.#token !== '';
  }

  /** A session of one's own; what it was before is left open. */
  signIn(): Answer {
    const { email, password } = this.#prepared;
    const answer = this.#send('sign in', 'POST', '/api/auth/login', { email, password }, {});
    if (answer.status === 200) this.#token = answer.json('token') as string;
    return answer;
  }

  signOut(): Answer {
    const answer = this.send('sign out', 'POST', '/api/auth/logout', {});
    this.#token = '';
    return answer;
  }

  /** `seen`: what an earlier command answered, which this one builds on. */
  send(name: string, method: string, path: string, body?: object, seen?: string): Answer {
    const headers = { ...as(this.#token), ...(seen !== undefined && { 'X-Min-Position': seen }) };
    return this.#send(name, method, path, body, headers);
  }

  /** As somebody at a client's widget. */
  visit(name: string, widget: Prepared['widgets'][number], path: string, body: object): Answer {
    return this.#send(name, 'POST', path, body, { ...as(widget.token), Origin: widget.origin });
  }

  #send(
    name: string,
    method: string,
    path: string,
    body: object | undefined,
    headers: Record<string, string>,
  ): Answer {
    const key = `mixed-${exec.vu.idInTest}-${exec.scenario.iterationInTest}`;
    for (let tries = 1; ; tries++) {
      const answer = http.request(
        method,
        `${some(this.#prepared.apis)}${path}`,
        body === undefined ? null : JSON.stringify(body),
        {
          headers: { ...JSON_BODY, ...headers, 'Idempotency-Key': key },
          tags: { name },
        },
      );
      const { status } = answer;
      const isConflict = status === CONFLICT && answer.json('code') === 'CONFLICT';
      const isPassing = status === 0 || status >= 500 || status === TOO_MANY || isConflict;
      if (!isPassing || tries === MOST_TRIES) return answer;
      triedAgain.add(1, { command: name, status: String(status) });
    }
  }
}

/** What commands have made, the oldest first: what is taken is long in every read model. */
export class Made<T> {
  readonly #items: { item: T; seen: string }[] = [];

  add(item: T, answer: Answer): void {
    this.#items.push({ item, seen: answer.headers['X-Event-Position'] ?? '' });
  }

  take(): { item: T; seen: string } | undefined {
    return this.#items.shift();
  }
}
