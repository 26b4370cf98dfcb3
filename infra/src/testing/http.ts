/** A signed-in caller of the product's API that retries. */
export interface Caller {
  get<Answer>(route: string): Promise<Answer>;
  /**
   * Sends a command until it is answered: a lost connection, a 409 or a 5xx is retried under the same
   * idempotency key. Returns status and body of the first other answer.
   */
  command(
    method: string,
    route: string,
    body: unknown,
    key: string,
  ): Promise<{ status: number; answer: unknown }>;
}

const GIVE_UP_MS = 60_000;
const PAUSE_MS = 50;

export async function signInTo(
  url: string,
  credentials: { email: string; password: string },
): Promise<Caller> {
  const token = await tokenOf(url, credentials);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return {
    async get<Answer>(route: string) {
      return (await stubborn(url + route, { headers })).answer as Answer;
    },
    command: (method, route, body, key) =>
      stubborn(url + route, {
        method,
        body: JSON.stringify(body),
        headers: { ...headers, 'idempotency-key': key },
      }),
  };
}

/** Returns a bearer token of that account. */
export async function tokenOf(
  url: string,
  credentials: { email: string; password: string },
): Promise<string> {
  const { status, answer } = await stubborn(`${url}/api/auth/login`, {
    method: 'POST',
    body: JSON.stringify(credentials),
    headers: { 'content-type': 'application/json' },
  });
  const { token } = answer as { token?: string };
  if (token === undefined) throw new Error(`Sign-in returned ${status}`);
  return token;
}

async function stubborn(url: string, init: RequestInit): Promise<{ status: number; answer: unknown }> {
  const deadline = Date.now() + GIVE_UP_MS;
  for (;;) {
    try {
      const response = await fetch(url, { ...init, signal: AbortSignal.timeout(15_000) });
      if (response.status < 500 && response.status !== 409) {
        return { status: response.status, answer: await response.json() };
      }
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    if (Date.now() > deadline) throw new Error(`${url} did not answer within ${GIVE_UP_MS} ms`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
