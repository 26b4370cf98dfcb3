import { requestRebuild } from '@landline/projections/admin';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiResponse, eventually, startTestApi } from '../../testing/api.ts';
import { importDataset } from '../../testing/datasets.ts';
import { startProcess, type TestProcess } from '../../testing/processes.ts';
import { parcels } from '../../testing/scored-dataset-environment.ts';
import { health } from './contract.ts';

/** Timeout of the health checks in compose.yaml, in milliseconds. */
const CHECK_TIMEOUT_MS = 5_000;

let api: Awaited<ReturnType<typeof startTestApi>>;
let projections: TestProcess | undefined;
let engine: TestProcess | undefined;
let worker: TestProcess | undefined;
let token: string;
beforeAll(async () => {
  api = await startTestApi({ variables: { READY_LAG_MS: '500' } });
  [projections, engine] = await Promise.all([
    startProcess('projections', api.services),
    startProcess('scoring-engine', api.services),
  ]);
  token = (await api.signIn('SuperAdmin')).token;
});
afterAll(async () => {
  await Promise.all([projections?.stop(), engine?.stop(), worker?.stop()]);
  await api?.stopAll();
});

const ready = () => api.call('GET', '/api/ready');
const waitUntilReady = () => eventually('the API is ready', async () => (await ready()).status === 200);
/** Waits until readiness fails with this detail. */
const waitUntilNotReady = (detail: object): Promise<ApiResponse> =>
  eventually(`the API is not ready because of ${JSON.stringify(detail)}`, async () => {
    const response = await ready();
    if (response.status !== 503 || response.body.code !== 'NOT_READY') return false;
    const isNamed = response.body.details.some((each: object) =>
      Object.entries(detail).every(([key, value]) => each[key as keyof typeof each] === value),
    );
    return isNamed && response;
  });
const readHealth = async () => health.parse((await api.call('GET', '/api/health')).body);

test('is not ready until every process that it needs follows the log', async () => {
  await waitUntilNotReady({ process: 'worker', state: 'missing' });
  const { status, processes } = await readHealth();
  expect(status).toBe('degraded');
  expect(processes).toContainEqual({ process: 'worker', state: 'missing' });
  worker = await startProcess('worker', api.services);
  await waitUntilReady();
  const after = await eventually('the installation is healthy', async () => {
    const shown = await readHealth();
    return shown.status === 'ok' && shown;
  });
  expect(after.processes.map(({ process, state }) => `${process} ${state}`)).toEqual([
    'worker following',
    'projections following',
    'scoring-engine following',
  ]);
});

test('is not ready while a read model is far behind, and rejects reads that need newer data', async () => {
  await waitUntilReady();
  await projections?.stop();
  await api.signIn('ClientUser');
  const rejected = await waitUntilNotReady({ readModel: 'clients' });
  expect(rejected.headers.get('Retry-After')).toBe('1');
  expect(rejected.body.code).toBe('NOT_READY');
  expect(rejected.body.details).toContainEqual({ readModel: 'clients', lagSeconds: expect.any(Number) });
  // It is still healthy, so supervisors keep it running.
  expect((await api.call('GET', '/api/health')).status).toBe(200);

  const headers = { 'X-Min-Position': `${api.ports.logId}:${await api.head()}` };
  const behind = await api.call('GET', '/api/client-admin/get-all-clients', { token, headers });
  expect(behind).toMatchObject({ status: 503, body: { code: 'READ_MODEL_BEHIND' } });
  expect(Number(behind.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect((await api.call('GET', '/api/client-admin/get-all-clients', { token })).status).toBe(200);

  projections = await startProcess('projections', api.services);
  await waitUntilReady();
  expect((await api.call('GET', '/api/client-admin/get-all-clients', { token, headers })).status).toBe(200);
});

test('is not ready while scores are far behind or have no checkpoint', async () => {
  await waitUntilReady();
  await engine?.stop();
  await api.signIn('ClientUser');
  const rejected = await waitUntilNotReady({ readModel: 'scores' });
  expect(rejected.body.details).toContainEqual({ readModel: 'scores', lagSeconds: expect.any(Number) });
  // Simulates an installation before the first start of a scoring engine.
  await api.ports.pg.query('DELETE FROM scoring.checkpoint');
  await waitUntilNotReady({ readModel: 'scores', lagSeconds: null });
  engine = await startProcess('scoring-engine', api.services);
  await waitUntilReady();
});

test('is not ready while a dataset waits for its first scores', async () => {
  await engine?.stop();
  await importDataset(api, 'unscored', parcels.slice(0, 3));
  await waitUntilNotReady({ dataset: 'unscored' });
  engine = await startProcess('scoring-engine', api.services);
  await waitUntilReady();
});

test('names a process that keeps restarting, with its last error', async () => {
  await engine?.stop();
  await api.ports.pg.query('ALTER TABLE scoring.run RENAME TO run_renamed');
  engine = await startProcess('scoring-engine', api.services);
  const rejected = await waitUntilNotReady({ process: 'scoring-engine', state: 'stuck' });
  expect(rejected.body.details).toContainEqual({
    process: 'scoring-engine',
    state: 'stuck',
    stuckSeconds: expect.any(Number),
    lastError: '42P01',
  });
  const { status, processes } = await readHealth();
  expect(status).toBe('degraded');
  expect(processes).toContainEqual(
    expect.objectContaining({ process: 'scoring-engine', lastError: '42P01' }),
  );
  const { body } = await api.call('GET', '/api/admin/database-health', { token });
  const shown = body.data.processes.find(({ name }: { name: string }) => name === 'scoring-engine');
  expect(shown.lastError.message).toContain('scoring.run');
  await api.ports.pg.query('ALTER TABLE scoring.run_renamed RENAME TO run');
  await eventually('the API is ready', async () => (await ready()).status === 200, 60_000);
});

test('reports an unresponsive database within the timeout of the container health check', async () => {
  const isHealthy = async () => (await api.call('GET', '/api/health')).status === 200;
  await eventually('the API is healthy', isHealthy);
  const lock = await api.ports.pg.connect();
  try {
    await lock.query('BEGIN; LOCK TABLE read.projector, api.process');
    const askedAt = performance.now();
    const response = await api.call('GET', '/api/health');
    expect(performance.now() - askedAt).toBeLessThan(CHECK_TIMEOUT_MS);
    expect(response).toMatchObject({ status: 503, body: { code: 'NOT_HEALTHY' } });
  } finally {
    await lock.query('ROLLBACK');
    lock.release();
  }
  await eventually('the API is healthy again', isHealthy);
});

test('is not ready, without a server error, while the datasets cannot be read in time', async () => {
  await waitUntilReady();
  const lock = await api.ports.pg.connect();
  try {
    await lock.query('BEGIN; LOCK TABLE read.dataset_import');
    expect(await ready()).toMatchObject({ status: 503, body: { code: 'NOT_HEALTHY' } });
  } finally {
    await lock.query('ROLLBACK');
    lock.release();
  }
  await waitUntilReady();
});

test('is unhealthy while a read model is missing a table, and recovers after a rebuild', async () => {
  await waitUntilReady();
  await api.ports.pg.query('DROP TABLE read.saved_view');
  const response = await api.call('GET', '/api/health');
  expect(response).toMatchObject({ status: 503, body: { code: 'NOT_HEALTHY' } });
  expect(response.body.details).toEqual([
    { cause: 'TABLES_MISSING', readModel: 'views', table: 'saved_view' },
  ]);
  expect(await ready()).toMatchObject({ status: 503, body: { code: 'NOT_HEALTHY' } });
  const { body } = await api.call('GET', '/api/admin/database-health', { token });
  expect(body.data.alerts[0].message).toBe('views is missing its table read.saved_view; rebuild it');
  await requestRebuild(api.ports.pg, 'views');
  await waitUntilReady();
});
