import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { readServices, type Services } from '../services-file.ts';

/** Where the running instance keeps its files: `DATA_DIR`, `.data` by default. */
export const dataDir = () => path.resolve(process.env.DATA_DIR ?? '.data');

export const connect = (): Promise<Services> => readServices(dataDir());

/** Signs in as the SuperAdmin of `DATA_DIR/superadmin.json`, or of `SUPERADMIN_EMAIL` and `SUPERADMIN_PASSWORD`. */
export async function signIn(services: Services): Promise<string> {
  const body = JSON.stringify(await credentials());
  const response = await fetch(`${services.apiUrl}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  }).catch((error: unknown) => {
    throw new Error(`Nothing answers at ${services.apiUrl}: start the instance with npm start`, {
      cause: error,
    });
  });
  const answer = (await response.json()) as { token?: string; message?: string };
  if (!response.ok || answer.token === undefined)
    throw new Error(`Cannot sign in: ${answer.message ?? response.status}`);
  return answer.token;
}

async function credentials(): Promise<{ email: string; password: string }> {
  const { SUPERADMIN_EMAIL: email, SUPERADMIN_PASSWORD: password } = process.env;
  if (email && password) return { email, password };
  const file = path.join(dataDir(), 'superadmin.json');
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Error(`No ${file}: set SUPERADMIN_EMAIL and SUPERADMIN_PASSWORD`);
  });
  return JSON.parse(text) as { email: string; password: string };
}

/** Calls as the SuperAdmin; what was commanded is seen by what is asked next. */
export interface Api {
  /** Throws with the server's own words when it refuses. */
  call<Answer>(method: string, route: string, body?: unknown): Promise<Answer>;
  /** The same for an answer that is a file. */
  stream(route: string): Promise<AsyncIterable<Uint8Array>>;
}

interface Refusal {
  message?: string;
  details?: { path?: string; message?: string }[];
}

/** The server's words, and what they are about, a line each. */
function inWords({ message, details = [] }: Refusal): string | undefined {
  if (message === undefined) return undefined;
  const about = details.filter((detail) => detail.path && detail.message && detail.message !== message);
  return [message, ...about.map((detail) => `  ${detail.path}: ${detail.message}`)].join('\n');
}

export async function openApi(): Promise<Api> {
  const services = await connect();
  const token = await signIn(services);
  let position: string | null = null;
  return {
    async call<Answer>(method: string, route: string, body?: unknown) {
      const response = await fetch(`${services.apiUrl}${route}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(position !== null && { 'x-min-position': position }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      position = response.headers.get('x-event-position') ?? position;
      const answer = (await response.json().catch(() => ({}))) as Answer & Refusal;
      if (!response.ok) throw new Error(inWords(answer) ?? `${method} ${route} answered ${response.status}`);
      return answer;
    },
    async stream(route) {
      const response = await fetch(`${services.apiUrl}${route}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      if (!response.ok || response.body === null) throw new Error(`GET ${route} answered ${response.status}`);
      return response.body;
    },
  };
}

/** Tokens are short-lived and imports may be long: a new one is fetched when this one is half an hour old. */
const TOKEN_MS = 30 * 60_000;

export function freshToken(fetchToken: () => Promise<string>): () => Promise<string> {
  let token: { text: Promise<string>; since: number } | undefined;
  return () => {
    if (token === undefined || Date.now() - token.since > TOKEN_MS) {
      token = { text: fetchToken(), since: Date.now() };
    }
    return token.text;
  };
}
