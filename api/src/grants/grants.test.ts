import { randomUUID } from 'node:crypto';
import type { CandidateFeatures } from '@landline/event-schemas';
import { candidateId } from '@landline/event-schemas/candidate-id';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readPoints } from '../candidates/points-contract.ts';
import { NOTHING_KNOWN } from '../demo/nothing-known.ts';
import { eventually, startTestApi, type TestApi } from '../testing/api.ts';
import { importDataset, scored } from '../testing/datasets.ts';
import { type Sibling, startSibling } from '../testing/processes.ts';

const ZIPS = ['90250', '90251', '90304'];
const PER_ZIP = 20;
const DATASET_GONE = 'Dataset not found or access denied';

let api: TestApi & { stopAll(): Promise<void> };
let siblings: Sibling[] = [];
let staff: string;
/** A client that is granted things in each test, and one that never is. */
let client: { token: string; clientId: string };
let other: { token: string; clientId: string };

const parcelsOf = (key: string): CandidateFeatures[] =>
  ZIPS.flatMap((zip_code, z) =>
    Array.from({ length: PER_ZIP }, (_, i) => ({
      ...NOTHING_KNOWN,
      id: candidateId(key, `${zip_code}-${i}`),
      apn: `${zip_code}-${i}`,
      street_address: `${100 + i} Oak St`,
      zip_code,
      longitude: -118 + i / 100,
      latitude: 33 + z / 10,
      units: 6 + i,
      parcel_area: 20_000 + 1_000 * i,
      open_area: 9_000 + 600 * i,
      open_ratio: 0.4,
      building_area: 4_000,
      building_count: 2,
      potential_garages_count: 3,
      year_built: 1950 + i,
      zoning_code: `R-${z}`,
    })),
  );
const inZip = (key: string, zip: string) => candidateId(key, `${zip}-1`);

beforeAll(async () => {
  api = await startTestApi();
  siblings = await Promise.all([
    startSibling('projections', api.services),
    startSibling('scoring-engine', api.services),
    startSibling('worker', api.services),
  ]);
  await importDataset(api, 'hawthorne', parcelsOf('hawthorne'));
  await importDataset(api, 'davis', parcelsOf('davis').slice(0, PER_ZIP));
  ({ token: staff } = await api.signIn('SuperAdmin'));
  await scored(api, 'hawthorne', staff);
  await scored(api, 'davis', staff);
  const all = { 'X-Min-Position': `${api.deps.logId}:${await api.head()}` };
  await eventually('all are there', async () => {
    const { status } = await api.call('GET', '/api/geo/candidates?datasetKey=davis', {
      token: staff,
      headers: all,
    });
    return status === 200;
  });
  other = await aClient();
});
beforeEach(async () => {
  client = await aClient();
});
afterAll(async () => {
  await Promise.all(siblings.map((sibling) => sibling.stop()));
  await api?.stopAll();
});

async function aClient() {
  const { token, clientId = '' } = await api.signIn('ClientUser');
  return { token, clientId };
}

/** Each call sees what those before it have changed. */
let position: string | undefined;
async function call(method: string, path: string, as = client.token, body?: unknown) {
  const headers = position === undefined ? {} : { 'X-Min-Position': position };
  const answer = await api.call(method, path, { token: as, headers, ...(body !== undefined && { body }) });
  position = answer.headers.get('X-Event-Position') ?? position;
  return answer;
}
const grantCity = (cityDatasetId: string, clientId = client.clientId) =>
  call('POST', '/api/geo/datasets/grant-city-access', staff, { clientId, cityDatasetId });
const grantZips = (cityDatasetId: string, zips: readonly string[], clientId = client.clientId) =>
  call('POST', '/api/geo/datasets/grant-zipcode-access', staff, {
    clientId,
    cityDatasetId,
    zipcodeDatasetIds: zips.map((zip) => `${cityDatasetId}:${zip}`),
  });
const records = async (clientId = client.clientId) =>
  (await call('GET', `/api/geo/datasets/client-access/${clientId}`, staff)).body.datasets;
const revoke = (id: string) => call('DELETE', `/api/geo/datasets/revoke-access/${id}`, staff);
const outcome = ({ status, body }: { status: number; body: { message?: string } }) => [status, body.message];

/** Every call about one property, with what it takes. */
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

/** The status of every call about a dataset and about one of its properties. */
async function statuses(key: string, id: string, as = client.token): Promise<number[]> {
  const found: number[] = [];
  for (const path of DATASET_CALLS) found.push((await call('GET', path(key), as)).status);
  for (const [method, path, body] of CANDIDATE_CALLS)
    found.push((await call(method, path(id), as, body?.(id))).status);
  return found;
}
const ALL_CLOSED = Array(DATASET_CALLS.length + CANDIDATE_CALLS.length).fill(404);
const ALL_OPEN = [...Array(DATASET_CALLS.length + 6).fill(200), 201, 201, 200, 200];

describe('granting', () => {
  test('is by city or by zip codes, listed, idempotent, and taken back by its record', async () => {
    expect(outcome(await grantCity('davis'))).toEqual([200, 'Full city access granted successfully!']);
    expect(outcome(await grantZips('hawthorne', ['90250', '90251']))).toEqual([
      200,
      'Zipcode access granted successfully!',
    ]);
    const head = await api.head();
    await grantCity('davis');
    await grantZips('hawthorne', ['90251']);
    expect(await api.head()).toBe(head);
    const listed = await records();
    expect(listed).toMatchObject([
      { dataset_name: 'Davis Properties', dataset_type: 'city', city_name: null, enabled: true },
      { dataset_key: '90250', dataset_name: '90250 Properties', dataset_type: 'zipcode', enabled: true },
      { dataset_key: '90251', dataset_type: 'zipcode', city_name: 'Hawthorne Properties' },
    ]);
    const [{ id }] = listed;
    expect(outcome(await revoke(id))).toEqual([200, 'Dataset access revoked successfully!']);
    expect(outcome(await revoke(id))).toEqual([200, 'Dataset access revoked successfully!']);
    expect(await records()).toHaveLength(2);
    expect(await records(other.clientId)).toEqual([]);
  });

  test('offers every dataset with its zip codes', async () => {
    const { body } = await call('GET', '/api/geo/datasets/cities-with-zipcodes', staff);
    expect(body.data).toEqual([
      expect.objectContaining({
        city_id: 'davis',
        zipcodes: [expect.objectContaining({ id: 'davis:90250' })],
      }),
      {
        city_id: 'hawthorne',
        city_name: 'Hawthorne Properties',
        city_count: ZIPS.length * PER_ZIP,
        zipcodes: ZIPS.map((zip) => ({
          id: `hawthorne:${zip}`,
          dataset_key: zip,
          candidate_count: PER_ZIP,
        })),
      },
    ]);
  });

  test('says what is missing or not there', async () => {
    const city = (body: object) => call('POST', '/api/geo/datasets/grant-city-access', staff, body);
    const { clientId } = client;
    expect(outcome(await city({ cityDatasetId: 'davis' }))).toEqual([400, 'Please select a client and city']);
    expect(outcome(await city({ clientId }))).toEqual([400, 'Please select a city']);
    expect(outcome(await grantZips('davis', []))).toEqual([400, 'Please select at least one zipcode']);
    expect(outcome(await grantCity('nowhere'))).toEqual([404, DATASET_GONE]);
    expect(outcome(await grantZips('davis', ['99999']))).toEqual([404, DATASET_GONE]);
    expect(outcome(await grantCity('davis', 'nobody'))).toEqual([404, 'Client not found']);
    expect(outcome(await revoke(randomUUID()))).toEqual([404, 'Failed to revoke dataset access']);
    expect(await records()).toEqual([]);
  });

  test('is recorded with who did it', async () => {
    await grantCity('davis');
    const [{ id }] = await records();
    await revoke(id);
    const { body } = await call('GET', `/api/audit?entity=client:${client.clientId}`, staff);
    expect(body.data.map(({ type }: { type: string }) => type).slice(0, 2)).toEqual([
      'DatasetAccessRevoked',
      'DatasetAccessGranted',
    ]);
    expect(body.data[0].actor).toMatchObject({ role: 'SuperAdmin' });
  });
});

describe('a client', () => {
  const SEEN = inZip('hawthorne', '90250');
  const HIDDEN = inZip('hawthorne', '90251');

  test('without grants has no dataset and no property', async () => {
    const head = await api.head();
    expect((await call('GET', '/api/geo/datasets')).body.data).toEqual([]);
    expect(await statuses('hawthorne', SEEN)).toEqual(ALL_CLOSED);
    expect(await statuses('90250', SEEN)).toEqual(ALL_CLOSED);
    expect(await api.head()).toBe(head);
    const texts = [
      await call('GET', '/api/geo/datasets/hawthorne'),
      await call('GET', '/api/geo/candidates?datasetKey=hawthorne'),
      await call('GET', `/api/geo/candidates/${SEEN}`),
    ];
    expect(texts.map(({ body }) => body.message)).toEqual([
      DATASET_GONE,
      DATASET_GONE,
      'Candidate not found',
    ]);
  });

  test('that was granted a city sees all of it, and nothing of others', async () => {
    await grantCity('hawthorne');
    expect(await statuses('hawthorne', HIDDEN)).toEqual(ALL_OPEN);
    expect(await statuses('davis', inZip('davis', '90250'))).toEqual(ALL_CLOSED);
    const { body } = await call('GET', '/api/geo/datasets');
    expect(body.data).toMatchObject([
      { dataset_key: 'hawthorne', type: 'full_city', total_properties: ZIPS.length * PER_ZIP, zipcodes: [] },
    ]);
  });

  test('that was granted a zip code sees just that, in every list, count, search, file and map', async () => {
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
      const points = await fetch(new URL(`/api/geo/candidates/points?datasetKey=${key}`, api.url), {
        headers: { Authorization: `Bearer ${client.token}` },
      });
      expect(readPoints(await points.arrayBuffer()).count).toBe(PER_ZIP);
    }
    expect(await statuses('hawthorne', SEEN)).toEqual(ALL_OPEN);
    expect((await statuses('90251', HIDDEN)).slice(1)).toEqual(ALL_CLOSED.slice(1));
    expect((await call('GET', '/api/geo/datasets/90251')).status).toBe(404);
  });

  test('that lost its access is shut out with the answer, whatever it kept', async () => {
    await grantCity('hawthorne');
    expect((await call('GET', `/api/geo/candidates/${SEEN}`)).status).toBe(200);
    const { body } = await call('POST', `/api/geo/notes/candidate/${SEEN}`, client.token, {
      noteText: 'Mine',
    });
    const [{ id }] = await records();
    await revoke(id);
    expect(await statuses('hawthorne', SEEN)).toEqual(ALL_CLOSED);
    const gone = await call('PUT', `/api/geo/notes/${body.data.id}`, client.token, { noteText: 'Still' });
    expect(outcome(gone)).toEqual([404, 'Note not found']);
  });

  test('without the product is refused at once', async () => {
    await grantCity('hawthorne');
    const products = (body: object) =>
      call('POST', `/api/client-admin/client/${client.clientId}/products`, staff, body);
    await products({ has_geo_leads: false });
    expect(new Set(await statuses('hawthorne', SEEN))).toEqual(new Set([403]));
    expect(await records()).toMatchObject([{ enabled: false }]);
    await products({ has_geo_leads: true });
    expect((await call('GET', `/api/geo/candidates/${SEEN}`)).status).toBe(200);
  });

  test('in demo mode reads, and neither judges nor writes nor takes files', async () => {
    await grantCity('hawthorne');
    await call('POST', `/api/client-admin/client/${client.clientId}/products`, staff, {
      product_config: { demo_mode: true },
    });
    expect(await statuses('hawthorne', SEEN)).toEqual([
      ...[200, 200, 200, 200, 403],
      ...[200, 200, 200, 200, 200, 200, 403, 403, 403, 403],
    ]);
  });

  test('gains nothing by naming another', async () => {
    await grantCity('hawthorne', other.clientId);
    const forged = { 'X-Client-Id': other.clientId };
    const path = '/api/geo/candidates?datasetKey=hawthorne';
    const { status } = await api.call('GET', path, { token: client.token, headers: forged });
    expect(status).toBe(403);
    expect((await call('GET', `${path}&clientId=${other.clientId}`)).status).toBe(404);
    const { status: classified } = await call('POST', '/api/geo/training/classify', client.token, {
      candidateId: SEEN,
      classification: 'good',
      clientId: other.clientId,
      clientUserId: 'u1',
    });
    expect(classified).toBe(404);
  });

  test('judges for itself alone', async () => {
    await grantCity('hawthorne');
    const id = inZip('hawthorne', '90304');
    await call('POST', '/api/geo/training/classify', client.token, {
      candidateId: id,
      classification: 'bad',
      clientId: other.clientId,
    });
    const labelFor = async (as: string) =>
      (await call('GET', `/api/geo/training/classification/${id}`, as)).body.data?.classification;
    expect(await labelFor(client.token)).toBe('bad');
    expect(await labelFor(staff)).toBeUndefined();
    expect(await labelFor(other.token)).toBeUndefined();
  });

  test('is what a SuperAdmin sees who acts as it', async () => {
    await grantZips('hawthorne', ['90250']);
    const { token } = await api.signIn('SuperAdmin');
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

test('staff see everything: a SuperAdmin and an Admin every dataset, others none', async () => {
  const id = inZip('hawthorne', '90251');
  const { token: admin } = await api.signIn('Admin');
  expect(await statuses('hawthorne', id, admin)).toEqual(ALL_OPEN);
  expect(await statuses('90304', inZip('hawthorne', '90304'), staff)).toEqual(ALL_OPEN);
  for (const role of ['Manager', 'Employee'] as const) {
    const { token } = await api.signIn(role);
    expect(new Set(await statuses('hawthorne', id, token))).toEqual(new Set([403]));
  }
});
