import { type CandidateFeatures, UNKNOWN_FEATURES } from '@landline/event-schemas';
import { candidateId } from '@landline/runtime/crypto/name-based-uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually, startTestApi, type TestApi } from '../../testing/api.ts';
import { importDataset } from '../../testing/datasets.ts';
import { startProcess, type TestProcess } from '../../testing/processes.ts';

let api: TestApi & { stopAll(): Promise<void> };
let projections: TestProcess | undefined;
let staff: string;
let client: string;
let otherClient: string;

beforeAll(async () => {
  api = await startTestApi();
  projections = await startProcess('projections', api.services);
  const parcels: CandidateFeatures[] = ['1', '2'].map((apn) => ({
    ...UNKNOWN_FEATURES,
    id: candidateId('kept', apn),
    apn,
  }));
  await importDataset(api, 'kept', parcels);
  ({ token: staff } = await api.signIn('SuperAdmin'));
  const signedIn = await api.signIn('ClientUser');
  client = signedIn.token;
  ({ token: otherClient } = await api.signIn('ClientUser'));
  await eventually('the dataset is listed', async () => {
    const { status } = await call('GET', '/api/geo/datasets/kept', staff);
    return status === 200;
  });
  await call('POST', '/api/geo/datasets/grant-city-access', staff, {
    clientId: signedIn.clientId,
    cityDatasetId: 'kept',
  });
});
afterAll(async () => {
  await projections?.stop();
  await api?.stopAll();
});

const call = (method: string, path: string, token: string, body?: unknown) =>
  api.callInOrder(method, path, { token, body });
const save = (name: string, query: string, token = client) =>
  call('POST', '/api/geo/views', token, { datasetKey: 'kept', name, query });
const listViews = async (token = client) =>
  (await call('GET', '/api/geo/views?datasetKey=kept', token)).body.data.map(
    ({ name, query }: { name: string; query: string }) => `${name}: ${query}`,
  );

describe('saved views', () => {
  test('are saved, renamed, updated and deleted', async () => {
    const { status, body } = await save('  Large lots ', 'minLotSize=5&sortBy=parcel_area');
    expect(status).toBe(201);
    expect(body).toMatchObject({
      message: 'View saved',
      data: { name: 'Large lots', slug: 'large-lots', savedBy: 'Ada ClientUser' },
    });
    const path = `/api/geo/views/${body.data.id}`;
    expect((await call('PUT', path, client, { name: 'Larger lots' })).body.data.slug).toBe('larger-lots');
    await call('PUT', path, client, { query: 'minLotSize=8' });
    expect(await listViews()).toEqual(['Larger lots: minLotSize=8']);
    expect((await call('DELETE', path, client)).body.message).toBe('View deleted');
    expect(await listViews()).toEqual([]);
    expect((await call('DELETE', path, client)).status).toBe(404);
  });

  test('are separate for clients and staff, and need access to the dataset', async () => {
    const { body } = await save('Ours', 'minScore=80');
    await save('Of staff', 'minScore=90', staff);
    expect(await listViews()).toEqual(['Ours: minScore=80']);
    expect(await listViews(staff)).toEqual(['Of staff: minScore=90']);
    expect((await save('Theirs', 'minScore=80', otherClient)).status).toBe(404);
    expect((await call('GET', '/api/geo/views?datasetKey=kept', otherClient)).status).toBe(404);
    expect((await call('DELETE', `/api/geo/views/${body.data.id}`, staff)).status).toBe(404);
  });

  test('need an unused name and valid filters', async () => {
    await save('Taken', '');
    const again = await save('taken!', '');
    expect(again).toMatchObject({ status: 409, body: { error: 'There is already a view named “Taken”.' } });
    expect((await save(' ', '')).body.details[0].message).toBe('A name is required');
    for (const query of ['minScore=200', 'page=2', 'anything=1']) {
      expect((await save('Unheard of', query)).status).toBe(400);
    }
  });
});

describe('a visit', () => {
  test('returns the previous visit; nothing is new on the first one', async () => {
    const visit = () => call('POST', '/api/geo/visits', client, { datasetKey: 'kept' });
    expect((await visit()).body.data).toEqual({ since: null });
    const head = await api.head();
    expect((await visit()).body.data).toEqual({ since: null });
    expect(await api.head()).toBe(head);
    expect((await call('POST', '/api/geo/visits', otherClient, { datasetKey: 'kept' })).status).toBe(404);
  });
});
