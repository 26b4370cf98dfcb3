import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type ActorRole, STAFF_ROLES, SYSTEM } from '@landline/event-schemas';
import { startTestServices, type TestServices } from '@landline/infra/testing/services';
import { type Api, startApi } from '../api.ts';
import { allRoutes } from '../app.ts';
import { createClient } from '../clients/clients.ts';
import { readConfig } from '../config.ts';
import type { Deps } from '../deps.ts';
import type { Route } from '../http/route.ts';
import { createClientUser, createStaffUser } from '../identity/users.ts';
import { createLog } from '../process.ts';

/** Everybody who can have a session. */
export const ROLES = [...STAFF_ROLES, 'ClientUser'] as const satisfies readonly ActorRole[];
export type Role = (typeof ROLES)[number];

export const PASSWORD = 'Correct-horse-1';

export interface Answer {
  status: number;
  headers: Headers;
  /** Parsed when it is JSON, else the text. */
  // A test says what it expects by asserting on it.
  // biome-ignore lint/suspicious/noExplicitAny: the answer's shape is what is tested
  body: any;
}

export interface Call {
  body?: unknown;
  headers?: Record<string, string>;
  /** An access token. */
  token?: string | undefined;
}

export interface TestApi extends Api {
  readonly services: TestServices;
  call(method: string, path: string, options?: Call): Promise<Answer>;
  /** Commit position of the log's last event: unchanged when nothing was appended. */
  head(): Promise<bigint>;
  /** A fresh user of that role with `PASSWORD`, and an access token. Client users get a client each. */
  signIn(role: Role): Promise<{ token: string; userId: string; email: string; clientId: string | undefined }>;
  /** Stops the api, not its services. */
  stop(): Promise<void>;
}

interface TestApiOptions {
  /** Over the test's configuration. */
  variables?: Record<string, string>;
  /** Beside the api's own. */
  routes?: (deps: Deps) => Route[];
}

/** The real api over a real socket, on services of its own. */
export async function startTestApi(
  options: TestApiOptions = {},
): Promise<TestApi & { stopAll(): Promise<void> }> {
  const services = await startTestServices();
  try {
    const api = await startApiOn(services, options);
    return {
      ...api,
      async stopAll() {
        await api.stop();
        await services.stop();
      },
    };
  } catch (error) {
    await services.stop();
    throw error;
  }
}

/** Calls the api at that address. */
export function callerOf(base: string): TestApi['call'] {
  return async (method, url, { body, headers, token } = {}) => {
    const isRaw = typeof body === 'string' || body instanceof Uint8Array || body instanceof ReadableStream;
    const answer = await fetch(new URL(url, base), {
      method,
      redirect: 'manual',
      headers: {
        ...(body !== undefined && !isRaw && { 'Content-Type': 'application/json' }),
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: isRaw ? body : JSON.stringify(body), duplex: 'half' }),
    } as RequestInit);
    const text = await answer.text();
    const isJson = answer.headers.get('Content-Type')?.includes('application/json');
    return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : text };
  };
}

/** Another api process's worth on the same services. */
export async function startApiOn(
  services: TestServices,
  { variables = {}, routes = () => [] }: TestApiOptions = {},
): Promise<TestApi> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'landline-api-test-'));
  const config = readConfig({
    DATABASE_URL: services.databaseUrl,
    EVENTSTORE_URL: services.eventStoreUrl,
    NODE_ENV: 'test',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
    PORT: '0',
    DATA_DIR: dataDir,
    JWT_SECRET: 'a secret that only tests know, and long enough',
    ...variables,
  });
  const api = await startApi(config, createLog(config, 'api'), new AbortController().signal, (deps) => [
    ...allRoutes(deps),
    ...routes(deps),
  ]);

  const call = callerOf(api.url);

  return {
    ...api,
    services,
    call,
    head: () => api.deps.eventStore.head(),
    async signIn(role) {
      const id = randomUUID();
      const email = `${role}-${id}@example.com`.toLowerCase();
      const user = { user_id: id, email, password: PASSWORD, first_name: 'Ada', last_name: role };
      const origin = { actor: SYSTEM, correlationId: id };
      let clientId: string | undefined;
      if (role === 'ClientUser') {
        clientId = `client-of-${id}`;
        await createClient(api.deps, testClient(clientId), origin);
        await createClientUser(api.deps, { ...user, client_id: clientId }, origin);
      } else {
        await createStaffUser(api.deps, { ...user, role }, origin);
      }
      const login = role === 'ClientUser' ? '/api/ai/client-auth/login' : '/api/auth/login';
      const answer = await call('POST', login, { body: { email, password: PASSWORD } });
      if (answer.status !== 200) throw new Error(`Sign-in as ${role}: ${JSON.stringify(answer.body)}`);
      return { token: answer.body.token, userId: id, email, clientId };
    },
    async stop() {
      await api.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A client with every product. */
export function testClient(client_id: string) {
  return {
    client_id,
    name: `Client ${client_id}`,
    primary_domain: `https://${client_id}.example.com`,
    plan_tier: 'pro' as const,
    has_ai_assistant: true,
    has_geo_leads: true,
    has_custom_solution: false,
    product_config: { demo_mode: false },
  };
}

/** Waits until a condition holds; fails after a while. */
export async function eventually<T>(
  what: string,
  condition: () => Promise<T | undefined | false>,
  ms = 15_000,
): Promise<T> {
  const until = Date.now() + ms;
  for (;;) {
    const value = await condition();
    if (value !== undefined && value !== false) return value;
    if (Date.now() > until) throw new Error(`Not so after ${ms / 1000} s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
