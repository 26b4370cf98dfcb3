import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type ActorRole, type EventMetadata, STAFF_ROLES, SYSTEM } from '@landline/event-schemas';
import {
  startIsolatedServices,
  startTestServices,
  type TestServices,
} from '@landline/infra/testing/services';
import { createLogger } from '@landline/runtime/process/logger';
import { type Api, startApi } from '../api.ts';
import { allRoutes } from '../app.ts';
import { createClient } from '../clients/clients/clients.ts';
import { createClientUser, createStaffUser } from '../identity/users/users.ts';
import type { Route } from '../platform/http/route.ts';
import type { Ports } from '../ports.ts';
import { testConfig } from './config.ts';

/** Roles that can have a session. */
export const ROLES = [...STAFF_ROLES, 'ClientUser'] as const satisfies readonly ActorRole[];
export type Role = (typeof ROLES)[number];

export const PASSWORD = 'Correct-horse-1';

export interface ApiResponse {
  status: number;
  headers: Headers;
  /** Parsed JSON, or text. */
  // biome-ignore lint/suspicious/noExplicitAny: the response's shape is what is tested
  body: any;
}

export interface Call {
  body?: unknown;
  headers?: Record<string, string>;
  /** An access token. */
  token?: string | undefined;
}

/** An event as stored: personal fields are encrypted. */
interface LogEvent {
  type: string;
  data: Record<string, unknown>;
  metadata: EventMetadata;
}

export interface TestApi extends Api {
  readonly services: TestServices;
  call(method: string, path: string, options?: Call): Promise<ApiResponse>;
  /** Like `call`, but waits until the read models include the changes made by its earlier calls. */
  callInOrder: TestApi['call'];
  /** Returns the commit position of the last event in the log. */
  head(): Promise<bigint>;
  /** Returns the events of a stream, oldest first. */
  eventsOf(stream: string): Promise<LogEvent[]>;
  /** Returns the types of a stream's events, oldest first. */
  typesOf(stream: string): Promise<string[]>;
  /** Creates a user of a role with `PASSWORD` and signs in. Each client user gets a separate client. */
  signIn(role: Role): Promise<{ token: string; userId: string; email: string; clientId: string | undefined }>;
  /** Stops the API, not its services. */
  stop(): Promise<void>;
}

interface TestApiOptions {
  /** Overrides of the configuration. */
  variables?: Record<string, string>;
  /** Additional routes. */
  routes?: (ports: Ports) => Route[];
}

/** Starts the API with fresh databases and an event store. */
export const startTestApi = async (options: TestApiOptions = {}) =>
  startApiWith(await startTestServices(), options);

/** Starts the API with PostgreSQL and an event store that no other test uses. */
export const startIsolatedApi = async (options: TestApiOptions = {}) =>
  startApiWith(await startIsolatedServices(), options);

async function startApiWith<Services extends TestServices>(services: Services, options: TestApiOptions) {
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

/** Returns a function that sends requests to a server and parses JSON responses. Does not follow redirects. */
export function callerOf(base: string): TestApi['call'] {
  return async (method, url, { body, headers, token } = {}) => {
    const isRaw = typeof body === 'string' || body instanceof Uint8Array || body instanceof ReadableStream;
    const response = await fetch(new URL(url, base), {
      method,
      redirect: 'manual',
      headers: {
        ...(body !== undefined && !isRaw && { 'Content-Type': 'application/json' }),
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: isRaw ? body : JSON.stringify(body), duplex: 'half' }),
    } as RequestInit);
    const text = await response.text();
    const isJson = response.headers.get('Content-Type')?.includes('application/json');
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  };
}

/** Wraps a caller so that each request waits for the changes made by the previous ones. */
function inOrder(call: TestApi['call']): TestApi['call'] {
  let position: string | undefined;
  return async (method, url, { headers, ...options } = {}) => {
    const send = () =>
      call(method, url, {
        ...options,
        headers: { ...(position !== undefined && { 'X-Min-Position': position }), ...headers },
      });
    let response = await send();
    // Retries as clients do: on a busy machine, projections take longer than a query waits.
    for (let retries = 0; response.body?.code === 'READ_MODEL_BEHIND' && retries < 5; retries++)
      response = await send();
    position = response.headers.get('X-Event-Position') ?? position;
    return response;
  };
}

/** Starts another API on existing services. */
export async function startApiOn<Services extends Pick<TestServices, 'databaseUrl' | 'eventStoreUrl'>>(
  services: Services,
  { variables = {}, routes = () => [] }: TestApiOptions = {},
): Promise<Omit<TestApi, 'services'> & { readonly services: Services }> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'landline-api-test-'));
  const config = testConfig(services, {
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
    PORT: '0',
    DATA_DIR: dataDir,
    ...variables,
  });
  const api = await startApi(
    config,
    createLogger('api', config.LOG_LEVEL),
    new AbortController().signal,
    (ports) => [...allRoutes(ports), ...routes(ports)],
  );

  const call = callerOf(api.url);
  const eventsOf = async (stream: string) => {
    const events: LogEvent[] = [];
    await api.ports.eventStore.read(stream, ({ type, data, metadata }) =>
      events.push({ type, data, metadata } as LogEvent),
    );
    return events;
  };

  return {
    ...api,
    services,
    call,
    callInOrder: inOrder(call),
    head: () => api.ports.eventStore.head(),
    eventsOf,
    typesOf: async (stream) => (await eventsOf(stream)).map(({ type }) => type),
    async signIn(role) {
      const id = randomUUID();
      const email = `${role}-${id}@example.com`.toLowerCase();
      const user = { user_id: id, email, password: PASSWORD, first_name: 'Ada', last_name: role };
      const origin = { actor: SYSTEM, correlationId: id };
      let clientId: string | undefined;
      if (role === 'ClientUser') {
        clientId = `client-of-${id}`;
        await createClient(api.ports, testClient(clientId), origin);
        await createClientUser(api.ports, { ...user, client_id: clientId }, origin);
      } else {
        await createStaffUser(api.ports, { ...user, role }, origin);
      }
      const login = role === 'ClientUser' ? '/api/ai/client-auth/login' : '/api/auth/login';
      const response = await call('POST', login, { body: { email, password: PASSWORD } });
      if (response.status !== 200)
        throw new Error(`Sign-in as ${role} failed: ${JSON.stringify(response.body)}`);
      return { token: response.body.token, userId: id, email, clientId };
    },
    async stop() {
      await api.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Returns the data of a client with every product. */
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

/** Waits until a condition returns a value other than `undefined` or `false`, and returns it; throws on timeout. */
export async function eventually<T>(
  description: string,
  condition: () => Promise<T | undefined | false>,
  timeoutMs = 60_000,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const value = await condition();
    if (value !== undefined && value !== false) return value;
    if (Date.now() > deadline) throw new Error(`Timed out after ${timeoutMs / 1000} s: ${description}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
