import type { CandidateFeatures, DomainEvent } from '@landline/event-schemas';
import { candidateId } from '@landline/runtime/crypto/name-based-uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { UNKNOWN_FEATURES } from '../../operations/demo/unknown-features.ts';
import { eventually, startTestApi, type TestApi } from '../../testing/api.ts';
import { importDataset } from '../../testing/datasets.ts';
import { specification } from '../../testing/decider.ts';
import { startProcess, type TestProcess } from '../../testing/processes.ts';
import { slugOf, VIEW_NAME_REQUIRED } from './contract.ts';
import { savedViews } from './saved-views.ts';

describe('a view', () => {
  const given = specification(savedViews);
  const viewRef = { view_id: 'v1', scope: 'oak', dataset_key: 'lebanon' };
  const large = { ...viewRef, name: 'Large lots', slug: 'large-lots', query: 'minLotSize=5' };
  const saved: DomainEvent<'ViewSaved'> = { type: 'ViewSaved', data: large };

  test('is saved, changed and removed', () => {
    given()
      .when({ type: 'save', ...large })
      .then(saved);
    given(saved)
      .when({ type: 'change', view_id: 'v1', query: 'minLotSize=8' })
      .then({ type: 'ViewSaved', data: { ...large, query: 'minLotSize=8' } });
    given(saved).when({ type: 'change', view_id: 'v1', query: 'minLotSize=5' }).thenNothing();
    given(saved).when({ type: 'remove', view_id: 'v1' }).then({ type: 'ViewRemoved', data: viewRef });
    given().when({ type: 'remove', view_id: 'v1' }).thenRejected('VIEW_UNKNOWN');
  });

  test('rejects a name that another view of the dataset has', () => {
    given(saved)
      .when({ type: 'save', ...large, view_id: 'v2', name: 'Large  lots' })
      .thenRejected('VIEW_NAME_TAKEN');
    const ofOtherDataset = { ...large, view_id: 'v2', dataset_key: 'davis' };
    given(saved)
      .when({ type: 'save', ...ofOtherDataset })
      .then({ type: 'ViewSaved', data: ofOtherDataset });
  });

  test('has a slug made from its name', () => {
    expect(slugOf('  Große Grundstücke (über 5 ac)! ')).toBe('große-grundstucke-uber-5-ac');
    expect(slugOf('Premium')).toBe('premium');
  });
});

let api: TestApi & { stopAll(): Promise<void> };
let projections: TestProcess | undefined;
let staff: string;
let client: string;
let other: string;

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
  ({ token: other } = await api.signIn('ClientUser'));
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
    expect((await save('Theirs', 'minScore=80', other)).status).toBe(404);
    expect((await call('GET', '/api/geo/views?datasetKey=kept', other)).status).toBe(404);
    expect((await call('DELETE', `/api/geo/views/${body.data.id}`, staff)).status).toBe(404);
  });

  test('need an unused name and valid filters', async () => {
    await save('Taken', '');
    const again = await save('taken!', '');
    expect(again).toMatchObject({ status: 409, body: { error: 'There is already a view named “taken!”.' } });
    expect((await save(' ', '')).body.details[0].message).toBe(VIEW_NAME_REQUIRED);
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
    expect((await call('POST', '/api/geo/visits', other, { datasetKey: 'kept' })).status).toBe(404);
  });
});
