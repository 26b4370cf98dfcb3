import { blockRescoring } from '@landline/infra/testing/block-rescoring';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  inZip,
  PER_ZIP,
  startDatasetAccessEnvironment,
  ZIPS,
} from '../../testing/dataset-access-environment.ts';
import { readPoints } from '../candidates/points-contract.ts';

const DATASET_NOT_FOUND = 'Dataset not found or access denied';

type Environment = Awaited<ReturnType<typeof startDatasetAccessEnvironment>>;
let environment: Environment;
let staff: string;
/** A client that each test grants access to, and one without access. */
let client: { token: string; clientId: string };
let otherClient: { token: string; clientId: string };

beforeAll(async () => {
  environment = await startDatasetAccessEnvironment();
  ({ staff } = environment);
  otherClient = await environment.newClient();
});
beforeEach(async () => {
  client = await environment.newClient();
});
afterAll(() => environment?.stop());

const call = (method: string, path: string, callerToken = client.token, body?: unknown) =>
  environment.call(method, path, callerToken, body);
const grantCity = (cityDatasetId: string, clientId = client.clientId) =>
  environment.grantCity(clientId, cityDatasetId);
const grantZips = (cityDatasetId: string, zips: readonly string[]) =>
  environment.grantZips(client.clientId, cityDatasetId, zips);
const records = (clientId = client.clientId) => environment.records(clientId);
const revoke = (id: string) => environment.revoke(id);
const outcome = ({ status, body }: { status: number; body: { message?: string } }) => [status, body.message];

/** Every request about one property. */
const CANDIDATE_CALLS: [method: string, path: (id: string) => string, body?: (id: string) => object][] = [
  ['GET', (id) => `/api/geo/candidates/${id}`],
  ['GET', (id) => `/api/geo/candidates/${id}/breakdown`],
  ['GET', (id) => `/api/geo/candidates/${id}/history`],
  ['GET', (id) => `/api/geo/training/classification/${id}`],
  ['GET', (id) => `/api/geo/notes/candidate/${id}`],
  ['GET', (id) => `/api/geo/reviews/candidate/${id}`],
  ['POST', (id) => `/api/geo/notes/candidate/${id}`, () => ({ noteText: 'Call the owner' })],
  ['POST', () => '/api/geo/reviews', (candidateId) => ({ candidateId, rating: 4 })],
  ['POST', () => '/api/geo/training/classify', (candidateId) => ({ candidateId, classification: 'good' })],
  ['DELETE', (id) => `/api/geo/training/classification/${id}`],
];
const DATASET_CALLS = [
  (key: string) => `/api/geo/datasets/${key}`,
  (key: string) => `/api/geo/candidates?datasetKey=${key}`,
  (key: string) => `/api/geo/candidates/filter-options?datasetKey=${key}`,
  (key: string) => `/api/geo/candidates/points?datasetKey=${key}`,
  (key: string) => `/api/geo/candidates/export/csv?datasetKey=${key}`,
];

/** Returns the status of every request about a dataset and one of its properties. */
async function statuses(key: string, id: string, callerToken = client.token): Promise<number[]> {
  const found: number[] = [];
  for (const path of DATASET_CALLS) found.push((await call('GET', path(key), callerToken)).status);
  for (const [method, path, body] of CANDIDATE_CALLS)
    found.push((await call(method, path(id), callerToken, body?.(id))).status);
  return found;
}
const ALL_CLOSED = Array(DATASET_CALLS.length + CANDIDATE_CALLS.length).fill(404);
const ALL_OPEN = [...Array(DATASET_CALLS.length + 6).fill(200), 201, 201, 200, 200];

describe('a client', () => {
  const VISIBLE = inZip('hawthorne', '90250');
  const HIDDEN = inZip('hawthorne', '90251');

  test('without grants has access to no dataset or property', async () => {
    const head = await environment.api.head();
    expect((await call('GET', '/api/geo/datasets')).body.data).toEqual([]);
    expect(await statuses('hawthorne', VISIBLE)).toEqual(ALL_CLOSED);
    expect(await statuses('90250', VISIBLE)).toEqual(ALL_CLOSED);
    expect(await environment.api.head()).toBe(head);
    const texts = [
      await call('GET', '/api/geo/datasets/hawthorne'),
      await call('GET', '/api/geo/candidates?datasetKey=hawthorne'),
      await call('GET', `/api/geo/candidates/${VISIBLE}`),
    ];
    expect(texts.map(({ body }) => body.message)).toEqual([
      DATASET_NOT_FOUND,
      DATASET_NOT_FOUND,
      'Candidate not found',
    ]);
  });

  test('with a granted city sees all of it and nothing else', async () => {
    await grantCity('hawthorne');
    expect(await statuses('hawthorne', HIDDEN)).toEqual(ALL_OPEN);
    expect(await statuses('davis', inZip('davis', '90250'))).toEqual(ALL_CLOSED);
    const { body } = await call('GET', '/api/geo/datasets');
    expect(body.data).toMatchObject([
      { dataset_key: 'hawthorne', type: 'full_city', total_properties: ZIPS.length * PER_ZIP, zipcodes: [] },
    ]);
  });

  test('with a granted ZIP code sees only that in lists, counts, searches, exports and maps', async () => {
    await grantZips('hawthorne', ['90250']);
    const { body: hub } = await call('GET', '/api/geo/datasets');
    expect(hub.data).toMatchObject([
      { dataset_key: 'hawthorne', type: 'partial_city', total_properties: PER_ZIP, zipcodes: ['90250'] },
    ]);
    for (const key of ['hawthorne', '90250']) {
      const { body: dataset } = await call('GET', `/api/geo/datasets/${key}`);
      expect(dataset.data.candidate_count).toBe(PER_ZIP);
      const { body: list } = await call('GET', `/api/geo/candidates?datasetKey=${key}`);
      expect(list.pagination).toMatchObject({ total: PER_ZIP, totalPages: 1 });
      expect(new Set(list.data.map(({ zip_code }: { zip_code: string }) => zip_code))).toEqual(
        new Set(['90250']),
      );
      const { body: search } = await call('GET', `/api/geo/candidates?datasetKey=${key}&search=Oak&apn=9`);
      expect(search.pagination.total).toBe(PER_ZIP);
      const { body: hidden } = await call('GET', `/api/geo/candidates?datasetKey=${key}&apn=90251`);
      expect(hidden).toMatchObject({ data: [], pagination: { total: 0 } });
      const { body: options } = await call('GET', `/api/geo/candidates/filter-options?datasetKey=${key}`);
      expect(options.data.zoningOptions).toEqual(['R-0']);
      const csv = await call('GET', `/api/geo/candidates/export/csv?datasetKey=${key}&minScore=0`);
      expect(parse(csv.body)).toHaveLength(PER_ZIP + 1);
      const points = await fetch(
        new URL(`/api/geo/candidates/points?datasetKey=${key}`, environment.api.url),
        {
          headers: { Authorization: `Bearer ${client.token}` },
        },
      );
      expect(readPoints(await points.arrayBuffer()).count).toBe(PER_ZIP);
    }
    expect(await statuses('hawthorne', VISIBLE)).toEqual(ALL_OPEN);
    expect((await statuses('90251', HIDDEN)).slice(1)).toEqual(ALL_CLOSED.slice(1));
    expect((await call('GET', '/api/geo/datasets/90251')).status).toBe(404);
  });

  test('loses access as soon as the revocation returns', async () => {
    await grantCity('hawthorne');
    expect((await call('GET', `/api/geo/candidates/${VISIBLE}`)).status).toBe(200);
    const { body } = await call('POST', `/api/geo/notes/candidate/${VISIBLE}`, client.token, {
      noteText: 'Mine',
    });
    const [{ id }] = await records();
    await revoke(id);
    expect(await statuses('hawthorne', VISIBLE)).toEqual(ALL_CLOSED);
    const gone = await call('PUT', `/api/geo/notes/${body.data.id}`, client.token, { noteText: 'Still' });
    expect(outcome(gone)).toEqual([404, 'Note not found']);
  });

  test('without the product is rejected immediately', async () => {
    await grantCity('hawthorne');
    const products = (body: object) =>
      call('POST', `/api/client-admin/client/${client.clientId}/products`, staff, body);
    await products({ has_geo_leads: false });
    expect(new Set(await statuses('hawthorne', VISIBLE))).toEqual(new Set([403]));
    expect(await records()).toMatchObject([{ enabled: false }]);
    await products({ has_geo_leads: true });
    expect((await call('GET', `/api/geo/candidates/${VISIBLE}`)).status).toBe(200);
  });

  test('in demo mode can read, but not classify, write or export', async () => {
    await grantCity('hawthorne');
    await call('POST', `/api/client-admin/client/${client.clientId}/products`, staff, {
      product_config: { demo_mode: true },
    });
    expect(await statuses('hawthorne', VISIBLE)).toEqual([
      ...[200, 200, 200, 200, 403],
      ...[200, 200, 200, 200, 200, 200, 403, 403, 403, 403],
    ]);
  });

  test('gains no access by sending the id of another client', async () => {
    await grantCity('hawthorne', otherClient.clientId);
    const forged = { 'X-Client-Id': otherClient.clientId };
    const path = '/api/geo/candidates?datasetKey=hawthorne';
    const { status } = await environment.api.call('GET', path, { token: client.token, headers: forged });
    expect(status).toBe(403);
    expect((await call('GET', `${path}&clientId=${otherClient.clientId}`)).status).toBe(404);
    const { status: classified } = await call('POST', '/api/geo/training/classify', client.token, {
      candidateId: VISIBLE,
      classification: 'good',
      clientId: otherClient.clientId,
      clientUserId: 'u1',
    });
    expect(classified).toBe(404);
  });

  test('classifies for itself only', async () => {
    await grantCity('hawthorne');
    const id = inZip('hawthorne', '90304');
    await call('POST', '/api/geo/training/classify', client.token, {
      candidateId: id,
      classification: 'bad',
      clientId: otherClient.clientId,
    });
    const classificationFor = async (callerToken: string) =>
      (await call('GET', `/api/geo/training/classification/${id}`, callerToken)).body.data?.classification;
    expect(await classificationFor(client.token)).toBe('bad');
    expect(await classificationFor(staff)).toBeUndefined();
    expect(await classificationFor(otherClient.token)).toBeUndefined();
  });

  test('sees its first classification in the list and on the page before its own scores are ready', async () => {
    await grantCity('hawthorne');
    const id = inZip('hawthorne', '90304');
    const inList = async (callerToken = client.token) =>
      (await call('GET', '/api/geo/candidates?datasetKey=hawthorne&limit=200', callerToken)).body.data.find(
        (row: { id: string }) => row.id === id,
      );
    const before = await inList();
    await blockRescoring(environment.api.services.databaseUrl, async () => {
      await call('POST', '/api/geo/training/classify', client.token, {
        candidateId: id,
        classification: 'bad',
      });
      const { score, grade } = (await call('GET', `/api/geo/candidates/${id}`)).body.data;
      expect(score).toBeLessThan(before.score);
      expect(await inList()).toMatchObject({ score, grade, manual_classification: 'bad' });
      expect(await inList(staff)).toEqual(before);
      await call('DELETE', `/api/geo/training/classification/${id}`);
      expect(await inList()).toEqual(before);
    });
  });

  test('limits a SuperAdmin who impersonates it to its own access', async () => {
    await grantZips('hawthorne', ['90250']);
    const { token } = await environment.api.signIn('SuperAdmin');
    const started = await call('POST', `/api/ai/client-auth/impersonate/${client.clientId}`, token);
    expect(started.status).toBe(200);
    const { body } = await call('GET', '/api/geo/candidates?datasetKey=hawthorne', token);
    expect(body.pagination.total).toBe(PER_ZIP);
    expect((await call('GET', `/api/geo/candidates/${HIDDEN}`, token)).status).toBe(404);
    expect((await grantCityAs(token)).status).toBe(403);
  });
  const grantCityAs = (token: string) =>
    call('POST', '/api/geo/datasets/grant-city-access', token, {
      clientId: client.clientId,
      cityDatasetId: 'davis',
    });
});

test('SuperAdmins and Admins see every dataset, other staff none', async () => {
  const id = inZip('hawthorne', '90251');
  const { token: admin } = await environment.api.signIn('Admin');
  expect(await statuses('hawthorne', id, admin)).toEqual(ALL_OPEN);
  expect(await statuses('90304', inZip('hawthorne', '90304'), staff)).toEqual(ALL_OPEN);
  for (const role of ['Manager', 'Employee'] as const) {
    const { token } = await environment.api.signIn(role);
    expect(new Set(await statuses('hawthorne', id, token))).toEqual(new Set([403]));
  }
});
