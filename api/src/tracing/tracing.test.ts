import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { startTestServices, type TestServices } from '@landline/infra/testing/services';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../testing/api.ts';

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly status: { readonly code?: number };
}
interface Exported {
  readonly resourceSpans: readonly {
    readonly resource: unknown;
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
}

const HOST = '127.0.0.1';
const SIGN_IN = { email: 'ada@example.com', password: 'A-long-enough-passw0rd' };
const API = fileURLToPath(new URL('../main.ts', import.meta.url));

let services: TestServices;
const received: Exported[] = [];
const collector = createServer(async (request, response) => {
  received.push((await json(request)) as Exported);
  response.end('{}');
});
beforeAll(async () => {
  services = await startTestServices();
  await once(collector.listen(0, HOST), 'listening');
});
afterAll(async () => {
  collector.close();
  await services?.stop();
});

const spans = () =>
  received.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  );

/** A port that nobody listens on at this moment. */
async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, HOST), 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** An api process whose traces go to `endpoint`; its own address, and how it is told to end. */
async function startApi(endpoint: string) {
  const port = await freePort();
  const api = fork(API, {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      DATABASE_URL: services.databaseUrl,
      EVENTSTORE_URL: services.eventStoreUrl,
      JWT_SECRET: 'a secret that only tests know, and long enough',
      PORT: String(port),
      LOG_LEVEL: 'silent',
      SUPERADMIN_EMAIL: SIGN_IN.email,
      SUPERADMIN_PASSWORD: SIGN_IN.password,
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    },
  });
  await once(api, 'message');
  return {
    url: `http://${HOST}:${port}`,
    async stop(): Promise<unknown> {
      api.kill('SIGTERM');
      const [code] = await once(api, 'exit');
      return code;
    },
  };
}

async function signIn(url: string, traceparent: string): Promise<boolean> {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', traceparent },
    body: JSON.stringify(SIGN_IN),
  });
  return answer.status === 200;
}

test("a request's trace goes on from the caller's to the append, and holds nothing personal", async () => {
  const api = await startApi(`http://${HOST}:${(collector.address() as AddressInfo).port}`);
  const traceId = randomBytes(16).toString('hex');
  const caller = randomBytes(8).toString('hex');
  await eventually('the sign-in', () => signIn(api.url, `00-${traceId}-${caller}-01`));
  await api.stop(); // what was not exported yet is

  const trace = spans().filter((span) => span.traceId === traceId);
  const append = trace.find(({ name }) => name === 'append staffUser');
  const command = trace.find(({ spanId }) => spanId === append?.parentSpanId);
  const request = trace.find(({ spanId }) => spanId === command?.parentSpanId);
  expect(command?.name).toBe('command staffUser');
  expect(request).toMatchObject({ name: 'POST /api/auth/login', parentSpanId: caller });
  const everything = JSON.stringify(received);
  expect(everything).toContain('landline-api');
  expect(everything).not.toContain(SIGN_IN.email);
  expect(everything).not.toContain(SIGN_IN.password);
});

test('a collector that is not there holds up nobody, and the process ends as it should', async () => {
  const api = await startApi(`http://${HOST}:${await freePort()}`);
  await eventually('the sign-in', () => signIn(api.url, ''));
  expect(await api.stop()).toBe(0);
});
