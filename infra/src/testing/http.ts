/** Signed-in client of the product's API that retries. */
export interface Caller {
  /** With a position, waits until the read model has reached it. */
  get<Body>(route: string, position?: string): Promise<Body>;
  /**
   * Sends a command, and retries it with the same idempotency key after a lost connection, a 409 or a 5xx. Returns
   * status, body and position of the first other response.
   */
  command(method: string, route: string, body: unknown, key: string): Promise<CommandResponse>;
}

interface CommandResponse {
  readonly status: number;
  readonly responseBody: unknown;
  readonly position?: string;
}

const RETRY_TIMEOUT_MS = 60_000;
/**
 * Age after which a token is replaced, in milliseconds: its lifetime of 35 minutes, minus the largest clock skew that
 * a fault causes, with a margin.
 */
const RENEW_MS = 20 * 60_000;
const PAUSE_MS = 50;

/**
 * Signs in, and again before the token expires. With several URLs of one installation, each attempt goes to the next
 * URL, as with a load balancer.
 */
export async function signInTo(
  urls: string | readonly string[],
  credentials: { email: string; password: string },
): Promise<Caller> {
  let signedInAt = Date.now();
  let token = tokenOf(urls, credentials);
  await token;
  const headers = async () => {
    if (Date.now() - signedInAt > RENEW_MS) {
      signedInAt = Date.now();
      token = tokenOf(urls, credentials);
      token.catch(() => {
        signedInAt = Number.NEGATIVE_INFINITY; // the next call signs in again
      });
    }
    return { authorization: `Bearer ${await token}`, 'content-type': 'application/json' };
  };
  return {
    async get<Body>(route: string, position?: string) {
      const allHeaders = {
        ...(await headers()),
        ...(position !== undefined && { 'x-min-position': position }),
      };
      return (await fetchWithRetries(urls, route, { headers: allHeaders })).responseBody as Body;
    },
    command: async (method, route, body, key) =>
      fetchWithRetries(urls, route, {
        method,
        body: JSON.stringify(body),
        headers: { ...(await headers()), 'idempotency-key': key },
      }),
  };
}

/** Returns a bearer token of that account. */
export async function tokenOf(
  urls: string | readonly string[],
  credentials: { email: string; password: string },
): Promise<string> {
  const { status, responseBody } = await fetchWithRetries(urls, '/api/auth/login', {
    method: 'POST',
    body: JSON.stringify(credentials),
    headers: { 'content-type': 'application/json' },
  });
  const { token } = responseBody as { token?: string };
  if (token === undefined) throw new Error(`Sign-in returned ${status}`);
  return token;
}

async function fetchWithRetries(
  urls: string | readonly string[],
  route: string,
  init: RequestInit,
): Promise<CommandResponse> {
  const all = [urls].flat();
  const deadline = Date.now() + RETRY_TIMEOUT_MS;
  for (let attempt = 0; ; attempt++) {
    try {
      const response = await fetch(`${all[attempt % all.length]}${route}`, {
        ...init,
        signal: AbortSignal.timeout(15_000),
      });
      if (response.status < 500 && response.status !== 409) {
        const position = response.headers.get('x-event-position');
        const responseBody: unknown = await response.json();
        return { status: response.status, responseBody, ...(position !== null && { position }) };
      }
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    if (Date.now() > deadline) throw new Error(`${route} did not respond within ${RETRY_TIMEOUT_MS} ms`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
