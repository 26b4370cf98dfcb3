import { streams } from '@landline/event-schemas';
import { SYSTEM } from '@landline/event-schemas/metadata';
import type { JobHelpers } from 'graphile-worker';
import { sql } from 'slonik';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, startTestApi } from '../../testing/api.ts';
import { startProcess, type TestProcess } from '../../testing/processes.ts';
import { importUploadedLayer } from './layer-job.ts';
import { environmentTasks } from './tasks.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
let token: string;
let projections: TestProcess;

// No worker runs, so that each test decides when a layer's job does.
beforeAll(async () => {
  api = await startTestApi();
  ({ token } = await api.signIn('SuperAdmin'));
  projections = await startProcess('projections', api.services);
});
afterAll(async () => {
  await projections?.stop();
  await api?.stopAll();
});

const call = (method: string, path: string, body?: unknown) =>
  api.callInOrder(method, `/api/geo/environment/layers${path}`, { token, body });

async function upload(name: string, text: string): Promise<string> {
  const file = { file_name: 'tanks.csv', file_bytes: text.length };
  const { body } = await call('POST', '', {
    ...{ kind: 'lust', name, source: 'Test county', source_date: '2026-05' },
    ...file,
  });
  const id = body.data.layer_id;
  await call('PUT', `/${id}/chunks/0`, Buffer.from(text));
  return id;
}

const csv = (...rows: string[]) => ['id,name,latitude,longitude', ...rows, ''].join('\n');

/** Uploads and registers a layer with one facility, or with the given rows. */
async function register(name: string, ...rows: string[]): Promise<string> {
  const id = await upload(name, csv(...(rows.length > 0 ? rows : [`t1,${crypto.randomUUID()},34,-118`])));
  expect((await call('POST', `/${id}/start`)).status).toBe(200);
  return id;
}

/** Runs the layer's job like the worker, which waits for the read model first. */
async function runJob(layer_id: string): Promise<void> {
  const head = `${api.ports.logId}:${await api.head()}`;
  await eventually('the read model is up to date', async () => {
    const headers = { 'X-Min-Position': head };
    return (await api.call('GET', '/api/geo/environment/layers', { token, headers })).status === 200;
  });
  const origin = { actor: SYSTEM, correlationId: 'c', causationId: 'c' };
  await importUploadedLayer(api.ports, { ...origin, layer_id }, new AbortController().signal);
}

const lastEvent = async (id: string) => (await api.typesOf(streams.environmentLayer(id))).at(-1);

test('replaces the earlier layer of the same name', async () => {
  const [earlier, other] = [await register('Tanks'), await register('Other tanks')];
  await runJob(earlier);
  await runJob(other);
  const later = await register('Tanks');
  await runJob(later);
  expect(await Promise.all([earlier, other, later].map(lastEvent))).toEqual([
    'EnvironmentLayerRemoved',
    'EnvironmentLayerCompleted',
    'EnvironmentLayerCompleted',
  ]);
  const removed = (await api.eventsOf(streams.environmentLayer(earlier))).at(-1);
  expect(removed?.data).toMatchObject({ superseded_by: later });
});

test('keeps the earlier layer if the later one fails or is removed while it is read', async () => {
  const earlier = await register('Kept tanks');
  await runJob(earlier);

  const failed = await register('Kept tanks', 't1,Nowhere,,');
  await runJob(failed);
  expect(await lastEvent(failed)).toBe('EnvironmentLayerFailed');

  const removed = await register('Kept tanks');
  expect((await call('DELETE', `/${removed}`)).status).toBe(200);
  await runJob(removed);
  expect(await lastEvent(removed)).toBe('EnvironmentLayerRemoved');

  expect(await lastEvent(earlier)).toBe('EnvironmentLayerCompleted');
});

test('keeps the layer that was registered last, whichever is read last', async () => {
  const earlier = await register('Late tanks');
  const later = await register('Late tanks');
  await runJob(later);
  await runJob(earlier);
  expect(await lastEvent(earlier)).toBe('EnvironmentLayerRemoved');
  expect(await lastEvent(later)).toBe('EnvironmentLayerCompleted');
});

test('starts a layer again whose start was interrupted', async () => {
  const rows = ['t1,Corner Gas,34,-118'];
  const id = await register('Interrupted tanks', ...rows);
  const identical = await register('Interrupted tanks', ...rows);
  await runJob(identical);
  await api.ports.pool.query(sql.unsafe`UPDATE api.upload SET started = false WHERE import_id = ${id}`);
  expect((await call('POST', `/${id}/start`)).body.data).toMatchObject({ layer_id: id, status: 'running' });
  await runJob(id);
  expect(await api.typesOf(streams.environmentLayer(id))).toEqual([
    'EnvironmentLayerRegistered',
    'FacilitiesImported',
    'EnvironmentLayerCompleted',
    'EnvironmentLayerRemoved',
  ]);
});

test('records a layer as failed if a shutdown interrupts its last attempt, not an earlier one', async () => {
  const layer_id = await register('Stopped tanks');
  const runAttempt = async (attempts: number) => {
    const helpers = { abortSignal: AbortSignal.abort(), job: { attempts, max_attempts: 10 } };
    const payload = { layer_id, actor: SYSTEM, correlationId: 'c', causationId: 'c' };
    await environmentTasks(api.ports)['environment.read']?.(payload, helpers as unknown as JobHelpers);
  };
  await expect(runAttempt(9)).rejects.toThrow('aborted');
  expect(await lastEvent(layer_id)).toBe('EnvironmentLayerRegistered');
  await runAttempt(10);
  expect(await lastEvent(layer_id)).toBe('EnvironmentLayerFailed');
});
