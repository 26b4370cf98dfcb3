import { setTimeout as pause } from 'node:timers/promises';
import type { CandidateFeatures } from '@landline/event-schemas';
import type { ReadModel } from '@landline/event-schemas/read-models';
import { blockRescoring } from '@landline/infra/testing/block-rescoring';
import { candidateId } from '@landline/runtime/crypto/name-based-uuid';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../testing/api.ts';
import { importAgain, importDataset, waitUntilScored } from '../../testing/datasets.ts';
import {
  CANDIDATE_LIST_PATH,
  DATASET,
  PARCEL_COUNT,
  parcels,
  startScoredDatasetEnvironment,
} from '../../testing/scored-dataset-environment.ts';
import { pointId, readPoints, UNITS_PER_DEGREE } from './points-contract.ts';

let environment: Awaited<ReturnType<typeof startScoredDatasetEnvironment>>;
let api: typeof environment.api;
let token: string;

beforeAll(async () => {
  environment = await startScoredDatasetEnvironment();
  ({ api, token } = environment);
});
afterAll(() => environment?.stop());

const get = (path: string, minPosition?: string | null) => environment.get(path, minPosition);
const list = (query?: string) => environment.list(query);
const apns = (body: { data: { apn: string }[] }) => body.data.map(({ apn }) => apn);
const matching = (keep: (parcel: CandidateFeatures) => boolean) => parcels.filter(keep).length;

describe('the list', () => {
  test('shows the best score first, 50 per page, N/A last', async () => {
    const first = await list();
    expect(first.pagination).toEqual({ page: 1, limit: 50, total: PARCEL_COUNT, totalPages: 3 });
    expect(first.data).toHaveLength(50);
    const all = [...first.data, ...(await list('&page=2')).data, ...(await list('&page=3')).data];
    expect(new Set(all.map((row) => row.id)).size).toBe(PARCEL_COUNT);
    const scores = all.map((row) => row.score);
    const numbers = scores.filter((score) => score !== null);
    expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
    expect(new Set(numbers).size).toBeGreaterThan(5);
    expect(scores.slice(numbers.length)).toEqual(Array(PARCEL_COUNT / 10).fill(null));
    expect(all.at(-1)).toMatchObject({ grade: 'Unrated', na_reason: expect.stringContaining('open space') });
  });

  test('is empty beyond its last page', async () => {
    expect(await list('&page=9')).toMatchObject({ data: [], pagination: { page: 9, total: PARCEL_COUNT } });
  });

  test.each([
    ['minUnits=10', (p: CandidateFeatures) => (p.units ?? 0) >= 10],
    ['minLotSize=2', (p: CandidateFeatures) => (p.parcel_area ?? 0) >= 2 * 43_560],
    ['minOpenSpace=50', (p: CandidateFeatures) => (p.open_ratio ?? 0) >= 0.5],
    ['minYearBuilt=1950&maxYearBuilt=1960', (p: CandidateFeatures) => isWithin(p.year_built, 1950, 1960)],
    ['zoning=R-2', (p: CandidateFeatures) => p.zoning_code === 'R-2'],
    ['zoning=R-2,R-3', () => true],
    ['zoning=R-2,', (p: CandidateFeatures) => p.zoning_code === 'R-2'],
    ['search=oak', (p: CandidateFeatures) => (p.street_address ?? '').includes('Oak')],
    ['apn=1011', (p: CandidateFeatures) => p.apn.replace('-', '').includes('1011')],
    ['apn=10-11', (p: CandidateFeatures) => p.apn.includes('-11')],
    ['minScore=0', () => true],
    ['minUnits=&minYearBuilt=&classification=any&search=&sortBy=', () => true],
    ['bbox=-118,33.02,-117.95,33.04', (p: CandidateFeatures) => isIn(p, -117.95, 33.02, 33.04)],
    // The triangle below the grid's diagonal; then its intersection with a rectangle.
    ['area=-118.005,32.995,-117.885,32.995,-117.885,33.095', (p: CandidateFeatures) => isBelow(p)],
    [
      'area=-118.005,32.995,-117.885,32.995,-117.885,33.095&bbox=-118,33,-117.95,33.1',
      (p: CandidateFeatures) => isBelow(p) && isIn(p, -117.95, 33, 33.1),
    ],
  ])('filters by %s', async (query, keep) => {
    expect((await list(`&${query}`)).pagination.total).toBe(matching(keep));
  });

  test('treats wildcards in a search literally', async () => {
    expect((await list('&search=%25')).pagination.total).toBe(0);
    expect((await list('&search=_ak')).pagination.total).toBe(0);
  });

  test('includes scores equal to the minimum', async () => {
    const best = (await list()).data[0].score;
    const { data } = await list(`&minScore=${best}`);
    expect(data.length).toBeGreaterThan(0);
    expect(new Set(data.map((row: { score: number }) => row.score))).toEqual(new Set([best]));
  });

  test.each([
    ['parcel_area', 'asc', '10-0'],
    ['parcel_area', 'desc', `10-${PARCEL_COUNT - 1}`],
    ['open_area', 'desc', `10-${PARCEL_COUNT - 1}`],
    ['address', 'asc', '10-0'],
  ])('sorts by %s %s', async (field, order, first) => {
    expect(apns(await list(`&sortBy=${field}&sortOrder=${order}`))[0]).toBe(first);
  });

  test('falls back to the street if no house number matches', async () => {
    const body = await list(`&search=${encodeURIComponent('9999 Elm St #4')}`);
    expect(body).toMatchObject({
      searchFallbackUsed: true,
      originalSearch: '9999 Elm St #4',
      message: 'No exact match for the search. Showing all properties on the same street.',
    });
    expect(body.pagination.total).toBe(matching((p) => (p.street_address ?? '').includes('Elm St')));
  });

  test('offers the zoning codes of the dataset', async () => {
    const { body } = await get(`/api/geo/candidates/filter-options?datasetKey=${DATASET}`);
    expect(body.data.zoningOptions).toEqual(['R-2', 'R-3']);
  });

  test.each([
    ['&limit=201', 400],
    ['&search=%00', 400],
    ['&page=0', 400],
    ['&sortBy=owner_name', 400],
    ['&sortBy=property_score', 400],
    ['&minScore=101', 400],
    ['&classification=perhaps', 400],
    ['&minScore=many', 400],
    ['&minScore=1&minScore=2', 400],
    ['&bbox=1,2,3', 400],
    ['&bbox=3,2,1,4', 400],
    ['&bbox=0,0,0,91', 400],
    ['&area=0,0,1,1', 400],
    ['&area=0,0,1,1,2,x', 400],
  ])('rejects %s', async (query, status) => {
    expect((await get(`/api/geo/candidates?datasetKey=${DATASET}${query}`)).status).toBe(status);
  });

  test('returns 404 for an unknown dataset', async () => {
    const response = await get('/api/geo/candidates?datasetKey=atlantis');
    expect(response.status).toBe(404);
    expect(response.body.message).toBe('Dataset not found or access denied');
  });
});

const isIn = ({ longitude, latitude }: CandidateFeatures, east: number, south: number, north: number) =>
  isWithin(longitude, -118, east) && isWithin(latitude, south, north);
const isBelow = ({ longitude, latitude }: CandidateFeatures) =>
  longitude !== null && latitude !== null && (latitude - 32.995) / 0.1 < (longitude + 118.005) / 0.12;

function isWithin(value: number | null, from: number, to: number): boolean {
  return value !== null && value >= from && value <= to;
}

describe('the map points', () => {
  const points = async (query = '') => {
    const response = await fetch(
      new URL(`/api/geo/candidates/points?datasetKey=${DATASET}${query}`, api.url),
      {
        headers: { Authorization: `Bearer ${token}` },
      },
    );
    return readPoints(await response.arrayBuffer());
  };

  test('contain the matching candidates that have a location', async () => {
    const all = await points('&minUnits=10');
    const located = parcels.filter((p) => (p.units ?? 0) >= 10 && p.longitude !== null);
    expect([all.total, all.count]).toEqual([matching((p) => (p.units ?? 0) >= 10), located.length]);
    const listed = (await list('&minUnits=10&limit=200')).data;
    for (let at = 0; at < all.count; at++) {
      const id = pointId(all, at);
      const { longitude, latitude, score } = listed.find((row: { id: string }) => row.id === id);
      expect((all.longitudes[at] ?? 0) / UNITS_PER_DEGREE).toBeCloseTo(longitude, 6);
      expect((all.latitudes[at] ?? 0) / UNITS_PER_DEGREE).toBeCloseTo(latitude, 6);
      expect(all.scores[at]).toBe(score === null ? -1 : Math.round(score * 10));
      expect(all.classifications[at]).toBe(0);
    }
  });

  test('are empty without matches, and return 404 for an unknown dataset', async () => {
    expect(await points('&bbox=0,0,1,1')).toMatchObject({ total: 0, count: 0 });
    expect((await get('/api/geo/candidates/points?datasetKey=atlantis')).status).toBe(404);
  });
});

describe('the export', () => {
  const exportCsv = (query = '', dataset = DATASET) =>
    get(`/api/geo/candidates/export/csv?datasetKey=${dataset}${query}`);
  const linesOf = ({ body }: { body: unknown }) =>
    parse(String(body), { columns: true }) as Record<string, string>[];

  test('contains all pages of the list, in the order of the list', async () => {
    const response = await exportCsv('&minScore=0&minUnits=8&sortBy=address&sortOrder=asc');
    const date = new Date().toISOString().slice(0, 10);
    expect(response.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('Content-Disposition')).toBe(
      `attachment; filename="${DATASET}-adu-${date}.csv"`,
    );
    const rows = (await list('&minUnits=8&sortBy=address&sortOrder=asc&limit=200')).data;
    expect(linesOf(response).map((line) => line['Property ID'])).toEqual(
      rows.map((row: { id: string }) => row.id),
    );
    const [line] = linesOf(response);
    expect(line).toMatchObject({
      Address: rows[0].street_address,
      'AI Score': rows[0].score === null ? '' : rows[0].score.toFixed(1),
      Grade: rows[0].grade,
      Units: String(rows[0].units),
      'Lot Size (acres)': (rows[0].parcel_area / 43_560).toFixed(2),
    });
  });

  test('starts with a byte order mark, so that Excel reads it as UTF-8', async () => {
    const url = new URL(`/api/geo/candidates/export/csv?datasetKey=${DATASET}`, api.url);
    const response = await fetch(url, { headers: { Authorization: `Bearer ${token}` } });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.toString('utf8')).toMatch(/^\uFEFF"Address","City",/);
  });

  test('defaults to scores of at least 85', async () => {
    expect(linesOf(await exportCsv('&minScore=0'))).toHaveLength(PARCEL_COUNT);
    const { pagination } = await list('&minScore=85');
    expect(linesOf(await exportCsv())).toHaveLength(pagination.total);
    expect(linesOf(await exportCsv('&minScore='))).toHaveLength(pagination.total);
  });

  test('escapes formulas', async () => {
    const [first] = parcels;
    const address = '=HYPERLINK("http://evil.example","Oak St")';
    const formula = {
      ...(first as CandidateFeatures),
      id: candidateId('formulas', '1'),
      street_address: address,
    };
    await importDataset(api, 'formulas', [formula]);
    await waitUntilScored(api, 'formulas', token);
    const all = `${api.ports.logId}:${await api.head()}`;
    await eventually(
      'the dataset is listed',
      async () => (await get(CANDIDATE_LIST_PATH, all)).status === 200,
    );
    expect(linesOf(await exportCsv('&minScore=0', 'formulas'))[0]?.Address).toBe(`'${address}`);
  });

  test('is rejected for industrial outdoor storage', async () => {
    const [first] = parcels;
    await importDataset(
      api,
      'yards',
      [{ ...(first as CandidateFeatures), id: candidateId('yards', '1') }],
      'ios',
    );
    await waitUntilScored(api, 'yards', token);
    const response = await exportCsv('', 'yards');
    expect([response.status, response.body.message]).toEqual([
      403,
      'Industrial outdoor storage datasets cannot be exported.',
    ]);
  });
});

describe('a candidate', () => {
  test('returns all its data and their source', async () => {
    const [parcel] = parcels.slice(-1);
    const { body } = await get(`/api/geo/candidates/${parcel?.id}`);
    expect(body.data).toMatchObject({
      ...parcel,
      dataset_name: 'Testville Properties',
      is_demo: false,
      manual_classification: null,
      source: { import_id: expect.any(String), file_name: 'roll.csv', profile: 'landline' },
    });
  });

  test('returns the components of its score as fields', async () => {
    const units = (count: number) => parcels.find((p) => p.units === count && p.open_area !== null);
    const townhouses = { ...(units(7) as CandidateFeatures), potential_garages_count: 0 };
    const yard = {
      ios_property_type: 'warehouse',
      zoning_code: 'M-1',
      lot_use: 'industrial',
      open_ratio: 0.5,
      parcel_area: 10 * 43_560,
      ios_is_100_year_flood: true,
      ios_epa_facilities: [],
    };
    const importAndScore = async (key: string, features: object, propertyType: 'adu' | 'ios') => {
      const id = candidateId(key, '1');
      await importDataset(api, key, [{ ...townhouses, ...features, id, apn: '1' }], propertyType);
      await waitUntilScored(api, key, token);
      const path = `/api/geo/candidates/${id}`;
      const now = `${api.ports.logId}:${await api.head()}`;
      return [(await get(path, now)).body.data, (await get(`${path}/breakdown`)).body.data];
    };
    const none = {
      unit_count_penalty_multiplier: null,
      townhouse_penalty_multiplier: null,
      courtyard_penalty_multiplier: null,
      ios_property_use_score: null,
      ios_site_utilization_score: null,
      ios_lot_size_score: null,
      ios_transportation_score: null,
      ios_open_space_penalty: null,
      ios_property_score_adjusted: null,
      ios_environmental_multiplier: null,
    };
    const [adu] = await importAndScore('townhouses', {}, 'adu');
    expect(adu).toMatchObject({
      ...none,
      unit_count_penalty_multiplier: 0.6,
      townhouse_penalty_multiplier: 0.5,
      courtyard_penalty_multiplier: 1,
    });
    const [ios, { components }] = await importAndScore('flooded-yards', yard, 'ios');
    // (40 + 10 + 20 + 5) × 0.25 open-space penalty × 0.9 for grade C.
    expect(ios).toMatchObject({
      ...none,
      ios_property_use_score: 40,
      ios_site_utilization_score: components.site_utilization.points,
      ios_lot_size_score: 20,
      ios_transportation_score: 5,
      property_score: 75,
      ios_open_space_penalty: 0.25,
      ios_property_score_adjusted: 18.8,
      ios_environmental_multiplier: 0.9,
      score: 16.9,
    });
  });

  test('has a breakdown with the same score and grade', async () => {
    for (const row of (await list('&page=2')).data) {
      const { body } = await get(`/api/geo/candidates/${row.id}/breakdown`);
      expect(body.data).toMatchObject({ score: row.score, grade: row.grade });
    }
  });

  test('has no breakdown until a run has scored it', async () => {
    const [, first, second] = parcels as [CandidateFeatures, CandidateFeatures, CandidateFeatures];
    const added = { ...second, id: candidateId('growing', '2') };
    await importDataset(api, 'growing', [{ ...first, id: candidateId('growing', '1') }]);
    await waitUntilScored(api, 'growing', token);
    const path = `/api/geo/candidates/${added.id}`;
    await blockRescoring(api.services.databaseUrl, async () => {
      await importAgain(api, 'growing', [added]);
      const now = `${api.ports.logId}:${await api.head()}`;
      const { body } = await get(path, now);
      expect(body.data).toMatchObject({ score: null, na_reason: null, ios_property_use_score: null });
      const response = await get(`${path}/breakdown`, now);
      expect([response.status, response.body.code]).toEqual([404, 'NOT_SCORED']);
    });
    const score = await eventually('the added property is scored', async () => {
      const { body } = await get(path);
      return body.data.score ?? undefined;
    });
    expect((await get(`${path}/breakdown`)).body.data).toMatchObject({ score });
  });

  test('returns 404 for an unknown id and 400 for an invalid one', async () => {
    const missing = await get(`/api/geo/candidates/${candidateId('x', 'y')}`);
    expect(missing.status).toBe(404);
    expect(missing.body.message).toBe('Candidate not found');
    expect((await get('/api/geo/candidates/17')).status).toBe(400);
  });
});

describe('manual rescoring', () => {
  test('runs and gives the same scores', async () => {
    const now = `${api.ports.logId}:${await api.head()}`;
    const before = (await get(`/api/geo/candidates?datasetKey=${DATASET}`, now)).body.data;
    const { body, status, headers } = await api.call('POST', '/api/geo/scoring/rescore', {
      token,
      body: { datasetKey: DATASET },
    });
    expect(status).toBe(202);
    const position = headers.get('X-Event-Position');
    await eventually('the run has completed', async () => {
      const run = await get(`/api/geo/scoring/runs/${body.data.run_id}`, position);
      expect(run.status).toBe(200);
      return run.body.data.state === 'completed';
    });
    expect((await list()).data).toEqual(before);
    const { body: runs } = await get(`/api/geo/scoring/runs?datasetKey=${DATASET}`);
    expect(runs.data[0]).toMatchObject({
      run_id: body.data.run_id,
      scored: PARCEL_COUNT,
      total: PARCEL_COUNT,
    });
  });

  test('returns 404 for an unknown dataset', async () => {
    const response = await api.call('POST', '/api/geo/scoring/rescore', {
      token,
      body: { datasetKey: 'atlantis' },
    });
    expect(response.status).toBe(404);
  });
});

// At the end, because the simulated notifications are ahead of the event log.
describe('X-Min-Position', () => {
  const notify = (model: ReadModel, position: string) =>
    api.ports.pg.query(`SELECT pg_notify('read_model_moved', $1)`, [
      JSON.stringify({ model, logId: api.ports.logId, position, clientIds: null }),
    ]);
  const CANDIDATE = [
    'candidates',
    'classifications',
    'datasets',
    'environment',
    'scores',
    'scoring',
  ] as const satisfies ReadModel[];
  let position = 10n ** 15n;

  test.each<[string, string, readonly ReadModel[]]>([
    ['a candidate', '', CANDIDATE],
    ['a breakdown', '/breakdown', [...CANDIDATE, 'history']],
    ['a score history', '/history', ['candidates', 'environment', 'history', 'scores']],
  ])('makes %s wait for each read model that it shows', async (_, path, models) => {
    for (const late of models) {
      const requestedPosition = String(++position);
      await Promise.all(
        models.filter((model) => model !== late).map((model) => notify(model, requestedPosition)),
      );
      const response = get(
        `/api/geo/candidates/${parcels[1]?.id}${path}`,
        `${api.ports.logId}:${requestedPosition}`,
      ).then(({ status }) => status);
      expect(await Promise.race([response, pause(200, `waits for ${late}`)])).toBe(`waits for ${late}`);
      await notify(late, requestedPosition);
      expect(await response).toBe(200);
    }
  });
});
