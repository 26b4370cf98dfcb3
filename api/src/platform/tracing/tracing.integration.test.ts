import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { startTestServices, type TestServices } from '@landline/infra/testing/services';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, startApiOn } from '../../testing/api.ts';
import { JWT_SECRET } from '../../testing/config.ts';
import { importDataset } from '../../testing/datasets.ts';
import { freePort, startProcess } from '../../testing/processes.ts';
import { DATASET, parcels } from '../../testing/scored-dataset-environment.ts';

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly status: { readonly code?: number };
}
interface ExportedTraces {
  readonly resourceSpans: readonly {
    readonly resource: unknown;
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
}

/** Timeout for starting five processes and receiving their spans. */
const TIMEOUT_MS = 60_000;
const HOST = '127.0.0.1';
const SIGN_IN = { email: 'ada@example.com', password: 'A-long-enough-passw0rd' };
const API = fileURLToPath(new URL('../../main.ts', import.meta.url));

let services: TestServices;
const received: ExportedTraces[] = [];
const collector = createServer(async (request, response) => {
  received.push((await json(request)) as ExportedTraces);
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

const collected = () => `http://${HOST}:${(collector.address() as AddressInfo).port}`;
const spans = () =>
  received.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  );

/** Starts an API process that exports traces to `endpoint`. */
async function startApi(endpoint: string) {
  const port = await freePort();
  const api = fork(API, {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      DATABASE_URL: services.databaseUrl,
      EVENTSTORE_URL: services.eventStoreUrl,
      JWT_SECRET,
      PORT: String(port),
      LOG_LEVEL: 'silent',
      SUPERADMIN_EMAIL: SIGN_IN.email,
      SUPERADMIN_PASSWORD: SIGN_IN.password,
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_BSP_SCHEDULE_DELAY: '100',
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
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', traceparent },
    body: JSON.stringify(SIGN_IN),
  });
  return response.status === 200;
}

test("continues the caller's trace to the append without personal data", async () => {
  const api = await startApi(collected());
  const traceId = randomBytes(16).toString('hex');
  const caller = randomBytes(8).toString('hex');
  await eventually('the sign-in succeeds', () => signIn(api.url, `00-${traceId}-${caller}-01`));
  await api.stop(); // exports the remaining spans

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

test('runs and shuts down without a reachable collector', async () => {
  const api = await startApi(`http://${HOST}:${await freePort()}`);
  await eventually('the sign-in succeeds', () => signIn(api.url, ''));
  expect(await api.stop()).toBe(0);
});

test('continues a trace to projections, scoring and jobs', async () => {
  const variables = { OTEL_EXPORTER_OTLP_ENDPOINT: collected(), OTEL_BSP_SCHEDULE_DELAY: '100' };
  const start = (name: Parameters<typeof startProcess>[0]) => startProcess(name, services, variables);
  const processes = await Promise.all([start('projections'), start('scoring-engine'), start('worker')]);
  const untraced = await startApiOn(services);
  const api = await startApi(collected());
  try {
    await importDataset(untraced, DATASET, parcels);
    const { token } = await untraced.signIn('SuperAdmin');
    const { clientId } = await untraced.signIn('ClientUser');
    const call = (path: string, body: object, traceId: string) =>
      fetch(`${api.url}${path}`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Authorization: `Bearer ${token}`,
          traceparent: `00-${traceId}-${randomBytes(8).toString('hex')}-01`,
        },
        body: JSON.stringify(body),
      });
    const [rescored, changed] = [randomBytes(16).toString('hex'), randomBytes(16).toString('hex')];
    await eventually(
      'the run is requested',
      async () => {
        const response = await call('/api/geo/scoring/rescore', { datasetKey: DATASET }, rescored);
        return response.status === 202;
      },
      TIMEOUT_MS,
    );
    await call(`/api/client-admin/client/${clientId}/products`, { has_geo_leads: false }, changed);

    /** Returns the child of a span with this name. */
    const childOf = (parent: Span | undefined, name: string) =>
      spans().find(
        (span) => span.name === name && parent !== undefined && span.parentSpanId === parent.spanId,
      );
    const command = (traceId: string) =>
      spans().find((span) => span.traceId === traceId && span.name.startsWith('command '));
    await eventually(
      'the run and its result are in the trace',
      async () => {
        const request = command(rescored);
        const run = childOf(request, 'rescore');
        return childOf(request, 'project') && childOf(request, 'score') && childOf(run, 'project') && true;
      },
      TIMEOUT_MS,
    );
    await eventually(
      'the job is in the trace',
      async () => {
        const request = command(changed);
        return childOf(request, 'react') && childOf(request, 'job clients.hold') && true;
      },
      TIMEOUT_MS,
    );
    const services = new Set(JSON.stringify(received).match(/landline-[a-z-]+/g));
    for (const name of ['api', 'projections', 'scoring-engine', 'worker'])
      expect(services).toContain(`landline-${name}`);
  } finally {
    await api.stop();
    await untraced.stop();
    await Promise.all(processes.map((child) => child.stop()));
  }
});
