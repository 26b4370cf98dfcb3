import { EVERYONE, type PropertyType, SYSTEM, streams } from '@landline/event-schemas';
import { candidateId } from '@landline/runtime/crypto/name-based-uuid';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, startTestApi, type TestApi } from '../../../testing/api.ts';
import { importAgain, importDataset, waitUntilScored } from '../../../testing/datasets.ts';
import { rowsOf } from '../../../testing/edge-case-rows.ts';
import { startProcess, type TestProcess } from '../../../testing/processes.ts';
import { type CandidateFilters, SORT_FIELDS, type SortField } from '../contract.ts';
import { type Criteria, criteriaOf, type ListWindow } from '../criteria.ts';
import type { StoredScore } from '../dataset-snapshot.ts';
import { selectLines } from '../export-csv.ts';
import { FILTERS, SORTS } from '../filters.ts';
import { hitsFrom } from '../hits.ts';
import { type Listing, listings } from '../listing.ts';
import { pointId, readPoints } from '../points-contract.ts';
import { selectHits } from '../select-hits.ts';
import { selectPage } from '../select-page.ts';
import { selectPoints } from '../select-points.ts';

let api: TestApi & { stopAll(): Promise<void> };
let processes: TestProcess[] = [];
let token: string;
let userId: string;
/** A time between the first and the second import, in milliseconds. */
let betweenImports = 0;

const DATASETS = { mixed: 'adu', yards: 'ios' } as const;
beforeAll(async () => {
  api = await startTestApi();
  processes = await Promise.all([
    startProcess('projections', api.services),
    startProcess('scoring-engine', api.services),
  ]);
  ({ token, userId } = await api.signIn('SuperAdmin'));
  for (const [key, type] of Object.entries(DATASETS)) {
    await importDataset(api, key, rowsOf(key, 400), type);
    await waitUntilScored(api, key, token);
  }
  for (const [n, { id }] of rowsOf('mixed', 12).entries()) {
    const body = { candidateId: id, classification: n % 2 ? 'good' : 'bad' };
    const response = await api.call('POST', '/api/geo/training/classify', { token, body });
    expect(response.status).toBe(200);
  }
  await waitUntilSettled();
});
afterAll(async () => {
  await Promise.all(processes.map((child) => child.stop()));
  await api?.stopAll();
});

/** Waits until the read models are up to date and all scoring runs have finished. */
async function waitUntilSettled(): Promise<void> {
  await eventually('read models are up to date', async () => {
    const { rows } = await api.ports.pg.query('SELECT 1 FROM scoring.run WHERE finished_at IS NULL');
    const headers = { 'X-Min-Position': `${api.ports.logId}:${await api.head()}` };
    const { status } = await api.call('GET', '/api/geo/candidates?datasetKey=mixed', { token, headers });
    return rows.length === 0 && status === 200;
  });
}

const searchText = fc.constantFrom(
  'oak',
  'OAK S',
  'straße',
  'élm',
  'i',
  'st',
  '%',
  '_St\\',
  '日',
  'μάϊος',
  'zzz',
  '1',
);
const filters: fc.Arbitrary<Omit<CandidateFilters, 'datasetKey'>> = fc.record(
  {
    minScore: fc.constantFrom(0, 0.1, 20, 40.05, 90),
    minBaseScore: fc.constantFrom(0, 10, 50),
    minOpenSpace: fc.constantFrom(0, 30, 80),
    minLotSize: fc.constantFrom(0, 0.5, 2.3, 6),
    minUnits: fc.constantFrom(0, 3, 11),
    minYearBuilt: fc.constantFrom(1900, 1950),
    maxYearBuilt: fc.constantFrom(1940, 2000),
    classification: fc.constantFrom('good', 'bad'),
    environmentalGrade: fc.constantFrom('A', 'B,C,D', 'A,F'),
    zoning: fc.constantFrom('R-1', 'R-1,A', 'M-2,R-1', 'none'),
    search: searchText,
    apn: fc.constantFrom('1', '10-0', 'b', 'A 3', '-', 'zz'),
    newOnly: fc.constant('true'),
    bbox: fc.constantFrom('-118,33,-117.5,34', '-117.7,33.6,-117.3,33.9'),
    area: fc.constantFrom('-118,34,-117,34,-117.5,33', '-118,33,-117,34,-117,33,-118,34'),
  },
  { requiredKeys: [] },
);
const windowOf = (type: PropertyType): fc.Arbitrary<ListWindow> =>
  fc.record({
    sortBy: fc.constantFrom(...SORT_FIELDS[type]),
    sortOrder: fc.constantFrom('asc', 'desc'),
    offset: fc.constantFrom(0, 50, 333, 1_000),
    limit: fc.constantFrom(50, 7, null),
  });

async function listingOf(datasetKey: string, zips?: readonly string[]): Promise<Listing> {
  const listing = await listings(api.ports)({ datasetKey, ...(zips && { zips }) }, EVERYONE);
  if (!listing) throw new Error(`Unknown dataset ${datasetKey}`);
  return listing;
}

/** Generates scores of a scope's own classifications, including one of an unknown candidate. */
const ownScoresOf = (key: string): fc.Arbitrary<StoredScore[]> => {
  const tenths = fc.option(fc.integer({ min: 0, max: 1_000 }), { freq: 4 });
  const score = fc.record({
    id: fc.constantFrom(...rowsOf(key, 30).map(({ id }) => id), candidateId(key, 'unknown')),
    score_tenths: tenths,
    property_score_tenths: tenths,
    na_reason: fc.constantFrom(null, 'No data.'),
  });
  return fc.oneof(
    fc.constant<StoredScore[]>([]),
    fc.uniqueArray(score, { selector: ({ id }) => id, maxLength: 20 }),
  );
};

/** Runs random list queries on the columns and on the database and expects equal results. */
async function expectEqualResults(key: string, type: PropertyType, numRuns: number): Promise<void> {
  const zips = fc.constantFrom(undefined, undefined, undefined, ['90250'], ['90210', '00000'], []);
  const resultCounts = { some: 0, none: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(filters, fc.constant({})),
      windowOf(type),
      zips,
      ownScoresOf(key),
      async (query, window, grantedZips, ownScores) => {
        const listing = { ...(await listingOf(key, grantedZips)), newSince: betweenImports, ownScores };
        const criteria = criteriaOf({ ...query, datasetKey: key }, listing);
        const { columns, pool, pg } = api.ports;
        const columnQuery = { snapshot: listing, criteria, window };
        const [inMemory, inDatabase] = await Promise.all([
          eventually('columns are loaded', () => columns.execute({ kind: 'hits', ...columnQuery })),
          selectHits(pool, listing, criteria, window),
        ]);
        expect([...hitsFrom(inMemory)]).toEqual([...hitsFrom(inDatabase)]);
        expect(inMemory.total).toBe(inDatabase.total);
        resultCounts[inMemory.total > 0 ? 'some' : 'none']++;
        const page = await columns.execute({ kind: 'page', ...columnQuery });
        // Byte for byte, as ETags and caches depend on it.
        expect(JSON.stringify(page)).toBe(JSON.stringify(await selectPage(pool, listing, criteria, window)));
        const lines = await columns.execute({ kind: 'lines', snapshot: listing, hits: inMemory });
        expect(lines && Buffer.from(lines).toString()).toBe(await selectLines(pg, inDatabase));
        const points = await columns.execute({ kind: 'points', snapshot: listing, criteria });
        expect(points && sortedPoints(points)).toEqual(
          sortedPoints(await selectPoints(pool, listing, criteria)),
        );
      },
    ),
    { numRuns },
  );
  expect(resultCounts.some).toBeGreaterThan(numRuns / 10);
  expect(resultCounts.none).toBeGreaterThan(numRuns / 10);
}

test.each(Object.entries(DATASETS))(
  'returns the same results for random queries of %s from columns as from the database',
  async (key, type) => {
    await expectEqualResults(key, type, 100);
  },
);

test('updates columns after an import and a removed classification', async () => {
  betweenImports = Date.now();
  await importAgain(api, 'mixed', rowsOf('mixed', 450, 17));
  const [first] = rowsOf('mixed', 1);
  const removed = await api.call('DELETE', `/api/geo/training/classification/${first?.id}`, { token });
  expect(removed.status).toBe(200);
  // Immediately, while scoring runs replace score sets, and again after they have finished.
  for (const wait of [async () => {}, waitUntilSettled]) {
    await wait();
    const headers = { 'X-Min-Position': `${api.ports.logId}:${await api.head()}` };
    const list = '/api/geo/candidates?datasetKey=mixed&limit=200';
    await eventually(
      'the list is up to date',
      async () => (await api.call('GET', list, { token, headers })).status === 200,
    );
  }
  const listing = await listingOf('mixed');
  expect(listing.versions.candidates).toBeGreaterThan(0n);
  await expectEqualResults('mixed', 'adu', 50);
});

/** Values of each filter, including one that matches only some of the candidates. */
const samplesOf = (): { readonly [K in keyof Criteria]-?: readonly NonNullable<Criteria[K]>[] } => ({
  classification: ['good', 'bad'],
  scoreTenths: [1, 200, 400],
  propertyScoreTenths: [1, 300, 500],
  openRatio: [0.3, 0.8],
  parcelArea: [100_000, 250_000.5],
  units: [3, 11],
  builtFrom: [1950],
  builtTo: [1950],
  importedFrom: [betweenImports, Number.MAX_SAFE_INTEGER],
  importedTo: [betweenImports, 0],
  zips: [['90250'], ['90210', '00000'], []],
  zoningCodes: [['R-1'], ['R-1,A', 'R-1', 'A']],
  environmentalGrades: [['A'], ['B', 'C', 'D']],
  area: [
    { west: -118, south: 33.6, east: -117.5, north: 34, corners: [] },
    { west: -118, south: 33, east: -117, north: 34, corners: [-118, 34, -117, 34, -117.5, 33] },
  ],
  apn: ['10', 'b', '0a'],
  search: ['oak', 'ÉLM', 'straße', '%', '_st\\'],
});

test.each(Object.keys(FILTERS) as (keyof Criteria)[])(
  'filters by %s alike in columns and in the database',
  async (name) => {
    const { columns, pool } = api.ports;
    let isSelective = false;
    for (const key of Object.keys(DATASETS)) {
      const snapshot = await listingOf(key);
      for (const value of samplesOf()[name]) {
        const criteria: Criteria = { [name]: value };
        const window: ListWindow = { sortBy: 'score', sortOrder: 'desc', offset: 0, limit: null };
        const inMemory = await eventually('columns are loaded', () =>
          columns.execute({ kind: 'hits', snapshot, criteria, window }),
        );
        const inDatabase = await selectHits(pool, snapshot, criteria, window);
        expect([...hitsFrom(inMemory)]).toEqual([...hitsFrom(inDatabase)]);
        isSelective ||= inMemory.total > 0 && inMemory.total < snapshot.candidateCount;
      }
    }
    expect(isSelective).toBe(true);
  },
);

test.each(Object.keys(SORTS) as SortField[])(
  'sorts by %s alike in columns and in the database',
  async (sortBy) => {
    const { columns, pool } = api.ports;
    for (const key of Object.keys(DATASETS)) {
      const snapshot = await listingOf(key);
      for (const sortOrder of ['asc', 'desc'] as const) {
        const window: ListWindow = { sortBy, sortOrder, offset: 0, limit: null };
        const inMemory = await eventually('columns are loaded', () =>
          columns.execute({ kind: 'hits', snapshot, criteria: {}, window }),
        );
        expect([...hitsFrom(inMemory)]).toEqual([...hitsFrom(await selectHits(pool, snapshot, {}, window))]);
      }
    }
  },
);

test('lists candidates as new when they were first imported after the last visit', async () => {
  const total = async () => {
    const { body } = await api.call('GET', '/api/geo/candidates?datasetKey=mixed&newOnly=true', { token });
    return body.pagination.total;
  };
  expect(await total()).toBe(0);
  await api.ports.commands.append({
    stream: streams.visit(userId, 'mixed'),
    events: [
      {
        type: 'DatasetVisited',
        data: {
          user_id: userId,
          dataset_key: 'mixed',
          visited_at: new Date().toISOString(),
          previous: new Date(betweenImports).toISOString(),
        },
      },
    ],
    expectedRevision: -1n,
    commandId: 'a visit',
    actor: SYSTEM,
    correlationId: 'a visit',
  });
  expect(await total()).toBe(50);
});

test('offers exactly the environmental grades of a list as filter options', async () => {
  const get = async (path: string) =>
    (await api.call('GET', `/api/geo/candidates${path}`, { token })).body.data;
  const { environmentalGradeOptions: grades } = await get('/filter-options?datasetKey=yards');
  expect(grades.length).toBeGreaterThan(2);
  expect((await get('/filter-options?datasetKey=mixed')).environmentalGradeOptions).toEqual([]);
  for (const grade of grades) {
    const [first] = await get(`?datasetKey=yards&environmentalGrade=${grade}&limit=3`);
    expect((await get(`/${first.id}/breakdown`)).environmental.grade).toBe(grade);
  }
});

test('applies a first classification to order, filters, map and export before its scoring run', async () => {
  const [, engine] = processes;
  await engine?.stop();
  const { token: client, clientId } = await api.signIn('ClientUser');
  const grant = { clientId, cityDatasetId: 'mixed' };
  const granted = await api.call('POST', '/api/geo/datasets/grant-city-access', { token, body: grant });
  expect(granted.status).toBe(200);
  const path = '/api/geo/candidates?datasetKey=mixed&limit=200';
  const rows = async (query = '') => (await api.call('GET', `${path}${query}`, { token: client })).body.data;
  await eventually('the client has access', async () => (await rows()).length === 200);
  const before = await rows();
  const best = before.find(({ latitude }: { latitude: number | null }) => latitude !== null);
  for (const [{ id }, classification] of [
    [best, 'bad'],
    [before[150], 'good'],
  ] as const) {
    const body = { candidateId: id, classification };
    expect((await api.call('POST', '/api/geo/training/classify', { token: client, body })).status).toBe(200);
  }
  await eventually(
    'both classifications are listed',
    async () =>
      (await rows('&classification=good')).length === 1 && (await rows('&classification=bad')).length === 1,
  );

  const after = [...(await rows()), ...(await rows('&page=2')), ...(await rows('&page=3'))];
  const classifiedBad = after.find(({ id }) => id === best.id);
  const { body: explanation } = await api.call('GET', `/api/geo/candidates/${best.id}/breakdown`, {
    token: client,
  });
  expect(classifiedBad.score).toBeLessThan(best.score);
  expect(explanation.data.score).toBe(classifiedBad.score);
  const scores = after.flatMap(({ score }) => score ?? []);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  const filtered = await rows(`&minScore=${classifiedBad.score + 0.1}`);
  expect(filtered.map(({ id }: { id: string }) => id)).not.toContain(best.id);
  expect(filtered).toHaveLength(Math.min(200, scores.filter((score) => score > classifiedBad.score).length));
  const csv = await api.call('GET', '/api/geo/candidates/export/csv?datasetKey=mixed&minScore=0', {
    token: client,
  });
  expect(
    String(csv.body)
      .split('\r\n')
      .find((line) => line.endsWith(best.id)),
  ).toContain(`,${classifiedBad.score.toFixed(1)},`);
  const listing = await listings(api.ports)({ datasetKey: 'mixed' }, clientId ?? '');
  const points = listing && (await selectPoints(api.ports.pool, listing, {}));
  expect(
    sortedPoints(points ?? new Uint8Array()).find((point) => (point as unknown[])[0] === best.id),
  ).toContain(classifiedBad.score * 10);
});

function sortedPoints(body: Uint8Array): unknown[] {
  const points = readPoints(Uint8Array.from(body).buffer);
  return Array.from({ length: points.count }, (_, at) => [
    pointId(points, at),
    points.longitudes[at],
    points.latitudes[at],
    points.scores[at],
    points.classifications[at],
  ]).sort();
}
