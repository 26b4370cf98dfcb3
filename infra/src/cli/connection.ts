import path from 'node:path';
import type { EventStoreDBClient } from '@eventstore/db-client';
import { readFileIfExists } from '@landline/runtime/files/read-file-if-exists';
import { withSecrets } from '@landline/runtime/process/environment';
import { readServices, type Services } from '../services-file.ts';

/** Directory of the running instance: `DATA_DIR` (default: `.data`). */
export const dataDir = () => path.resolve(process.env.DATA_DIR ?? '.data');

/** Remote installation, which is operated only through its API. */
interface Remote {
  readonly url: string;
  readonly token: string | undefined;
}

let remote: Remote | undefined;

/** Sends all later commands to a remote installation; without a URL, they use the running instance of `DATA_DIR`. */
export function operateOn({ url, token }: { url?: string; token?: string }): void {
  if (url === undefined) return;
  if (!/^https?:/.test(URL.parse(url)?.protocol ?? ''))
    throw new Error(`--url must be a URL such as https://landline.example.com, not ${url}`);
  remote = { url: url.replace(/\/+$/, ''), token };
}

/** Returns whether commands go to a remote installation. */
export const isRemote = () => remote !== undefined;

/** Throws if commands go to a remote installation. */
export function assertLocal(): void {
  if (remote !== undefined)
    throw new Error(
      'This command needs the data directory of the installation: run it on that machine, without --url or LANDLINE_URL',
    );
}

/** Returns the services of the running instance of `DATA_DIR`. Throws for a remote installation. */
export async function connect(): Promise<Services> {
  assertLocal();
  return readServices(dataDir());
}

/** Returns the environment for a child process that works on the running instance of `DATA_DIR`. */
export async function childEnvironment(): Promise<NodeJS.ProcessEnv> {
  const { databaseUrl, eventStoreUrl } = await connect();
  return { ...process.env, DATABASE_URL: databaseUrl, EVENTSTORE_URL: eventStoreUrl, DATA_DIR: dataDir() };
}

/** URLs of the API, and a function that returns a valid token for it. */
interface ApiAccess {
  readonly apiUrl: string;
  readonly publicUrl: string;
  token(): Promise<string>;
}

/** Opens the API of a remote installation with its operator token, or of the running instance as its SuperAdmin. */
export async function apiAccess(): Promise<ApiAccess> {
  if (remote === undefined) {
    const services = await connect();
    return { ...services, token: freshToken(() => signIn(services)) };
  }
  const { url, token } = remote;
  return {
    apiUrl: url,
    publicUrl: url,
    async token() {
      if (token) return token;
      throw new Error(
        'Set LANDLINE_TOKEN, or pass --token, with an operator token that a SuperAdmin issued in the portal',
      );
    },
  };
}

/** Sends a request to the API. Throws an error with a one-sentence message when nothing responds. */
export function fetchFrom(apiUrl: string, route: string, init?: RequestInit): Promise<Response> {
  return fetch(`${apiUrl}${route}`, init).catch((cause: unknown) => {
    throw noResponseError(apiUrl, cause);
  });
}

/** Creates the error for a server that does not respond; its message says what to do. */
export function noResponseError(apiUrl: string, cause: unknown): Error {
  const advice = remote === undefined ? 'start the instance with npm start' : 'check the URL';
  return new Error(`No response from ${apiUrl}: ${advice}`, { cause });
}

export async function withEventStore<Value>(
  work: (client: EventStoreDBClient) => Promise<Value>,
): Promise<Value> {
  // Imported on demand: most commands do not need the event store's client, which takes longest to load.
  const eventStore = await import('@landline/runtime/event-store/connection');
  return await eventStore.withEventStore((await connect()).eventStoreUrl, work);
}

/** Signs in as the SuperAdmin of `DATA_DIR/superadmin.json`, or of `SUPERADMIN_EMAIL` and `SUPERADMIN_PASSWORD`. */
async function signIn(services: Services): Promise<string> {
  const body = JSON.stringify(await credentials());
  const response = await fetchFrom(services.apiUrl, '/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  const result = await readJson<{ token?: string; message?: string }>(services.apiUrl, response);
  if (!response.ok || result.token === undefined)
    throw new Error(`Cannot sign in: ${result.message ?? response.status}`);
  return result.token;
}

async function credentials(): Promise<{ email: string; password: string }> {
  const { SUPERADMIN_EMAIL: email, SUPERADMIN_PASSWORD: password } = withSecrets();
  if (email && password) return { email, password };
  const file = path.join(dataDir(), 'superadmin.json');
  const text = await readFileIfExists(file);
  if (text === undefined)
    throw new Error(`${file} does not exist: set SUPERADMIN_EMAIL and SUPERADMIN_PASSWORD`);
  return JSON.parse(String(text)) as { email: string; password: string };
}

/** Authenticated API client. Each query waits until the read models include earlier commands. */
export interface Api {
  /** Throws an error with the server's message if the server rejects the request. */
  call<Result>(method: string, route: string, body?: unknown): Promise<Result>;
  /** Like `call` with GET, but returns the response body as a stream. */
  stream(route: string): Promise<AsyncIterable<Uint8Array>>;
}

/** The server rejected a request. */
export class RequestRejectedError extends Error {
  readonly code = 'REQUEST_REJECTED';
  /** Error code from the API; undefined if the response is not from the API. */
  readonly reason: string | undefined;
  constructor(message: string, reason: string | undefined) {
    super(message);
    this.reason = reason;
  }
}

interface ErrorBody {
  code?: string;
  message?: string;
  details?: { path?: string; message?: string }[];
}

/** Formats the server's message and its details, one per line. */
function errorText({ message, details = [] }: ErrorBody): string | undefined {
  if (message === undefined) return undefined;
  const shownDetails = details.filter(
    (detail) => detail.path && detail.message && detail.message !== message,
  );
  return [message, ...shownDetails.map((detail) => `  ${detail.path}: ${detail.message}`)].join('\n');
}

/** Yields the body. Throws an error with a one-sentence message when the connection ends early. */
async function* readBody(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (cause) {
    throw endedEarly(cause);
  }
}

/**
 * Parses a response of the API; an error response that is not JSON, such as a proxy's, becomes an empty object. Throws an
 * error with a one-sentence message for any other response that cannot be read.
 */
export async function readJson<Body>(apiUrl: string, response: Response): Promise<Body> {
  try {
    return (await response.json()) as Body;
  } catch (cause) {
    if (!response.ok) return {} as Body;
    throw cause instanceof SyntaxError ? notLandline(apiUrl, cause) : endedEarly(cause);
  }
}

export const notLandline = (apiUrl: string, cause?: unknown) =>
  new Error(`${apiUrl} is not a Landline installation`, { cause });

const endedEarly = (cause: unknown) =>
  new Error('The connection ended before the whole response was read', { cause });

export async function openApi(): Promise<Api> {
  const { apiUrl, token } = await apiAccess();
  await token(); // fail before the command does anything
  let position: string | null = null;

  async function send(method: string, route: string, body?: unknown): Promise<Response> {
    const response = await fetchFrom(apiUrl, route, {
      method,
      headers: {
        authorization: `Bearer ${await token()}`,
        ...(position !== null && { 'x-min-position': position }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    position = response.headers.get('x-event-position') ?? position;
    if (response.ok) return response;
    const errorBody = await readJson<ErrorBody>(apiUrl, response);
    const message = errorText(errorBody) ?? `${method} ${route} returned ${response.status}`;
    throw new RequestRejectedError(message, errorBody.code);
  }

  return {
    async call<Result>(method: string, route: string, body?: unknown) {
      return await readJson<Result>(apiUrl, await send(method, route, body));
    },
    async stream(route) {
      const { body, headers } = await send('GET', route);
      if (headers.get('content-type')?.startsWith('text/html')) throw notLandline(apiUrl);
      return readBody(body ?? []);
    },
  };
}

/** Age after which a token is replaced, in milliseconds. Imports can outlast an access token. */
const TOKEN_MS = 30 * 60_000;

function freshToken(fetchToken: () => Promise<string>): () => Promise<string> {
  let token: { value: Promise<string>; fetchedAt: number } | undefined;
  return () => {
    if (token === undefined || Date.now() - token.fetchedAt > TOKEN_MS) {
      token = { value: fetchToken(), fetchedAt: Date.now() };
    }
    return token.value;
  };
}
