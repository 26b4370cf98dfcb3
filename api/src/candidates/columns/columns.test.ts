import { EVERYONE, type PropertyType, SYSTEM, streams } from '@landline/event-schemas';
import { candidateId } from '@landline/event-schemas/candidate-id';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, startTestApi, type TestApi } from '../../testing/api.ts';
import { rowsOf } from '../../testing/awkward-rows.ts';
import { importAgain, importDataset, scored } from '../../testing/datasets.ts';
import { type Sibling, startSibling } from '../../testing/processes.ts';
import { type CandidateFilters, SORT_FIELDS } from '../contract.ts';
import { criteriaOf } from '../criteria.ts';
import { selectLines } from '../export.ts';
import { hitsFrom } from '../hits.ts';
import { type Listing, listings } from '../listing.ts';
import { selectPage } from '../page.ts';
import { selectPoints } from '../points.ts';
import { pointId, readPoints } from '../points-contract.ts';
import { selectHits } from '../select.ts';
import type { Window } from '../window.ts';
import type { StoredScore } from './score-columns.ts';

let api: TestApi & { stopAll(): Promise<void> };
let siblings: Sibling[] = [];
let token: string;
let userId: string;
/** A time between the first imports and the second one. */
let between = 0;

const DATASETS = { mixed: 'adu', yards: 'ios' } as const;
beforeAll(async () => {
  api = await startTestApi();
  siblings = await Promise.all([
    startSibling('projections', api.services),
    startSibling('scoring-engine', api.services),
  ]);
  ({ token, userId } = await api.signIn('SuperAdmin'));
  for (const [key, type] of Object.entries(DATASETS)) {
    await importDataset(api, key, rowsOf(key, 400), type);
    await scored(api, key, token);
  }
  for (const [n, { id }] of rowsOf('mixed', 12).entries()) {
    const body = { candidateId: id, classification: n % 2 ? 'good' : 'bad' };
    const answer = await api.call('POST', '/api/geo/training/classify', { token, body });
    expect(answer.status).toBe(200);
  }
  await settled();
});
afterAll(async () => {
  await Promise.all(siblings.map((sibling) => sibling.stop()));
  await api?.stopAll();
});

/** Waits until everything has read the log to its end and no run is under way. */
async function settled(): Promise<void> {
  await eventually('nothing moves', async () => {
    const { rows } = await api.deps.pg.query('SELECT 1 FROM scoring.run WHERE finished_at IS NULL');
    const headers = { 'X-Min-Position': `${api.deps.logId}:${await api.head()}` };
    const { status } = await api.call('GET', '/api/geo/candidates?datasetKey=mixed', { token, headers });
    return rows.length === 0 && status === 200;
  });
}

const part = fc.constantFrom(
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
    search: part,
    apn: fc.constantFrom('1', '10-0', 'b', 'A 3', '-', 'zz'),
    newOnly: fc.constant('true'),
    bbox: fc.constantFrom('-118,33,-117.5,34', '-117.7,33.6,-117.3,33.9'),
    area: fc.constantFrom('-118,34,-117,34,-117.5,33', '-118,33,-117,34,-117,33,-118,34'),
  },
  { requiredKeys: [] },
);
const windowOf = (type: PropertyType): fc.Arbitrary<Window> =>
  fc.record({
    sortBy: fc.constantFrom(...SORT_FIELDS[type]),
    sortOrder: fc.constantFrom('asc', 'desc'),
    offset: fc.constantFrom(0, 50, 333, 1_000),
    limit: fc.constantFrom(50, 7, null),
  });

async function listingOf(datasetKey: string, zips?: readonly string[]): Promise<Listing> {
  const listing = await listings(api.deps)({ datasetKey, ...(zips && { zips }) }, EVERYONE);
  if (!listing) throw new Error(`There is no dataset ${datasetKey}`);
  return listing;
}

/** Scores as a scope may have of what it judged, of candidates that are not there too. */
const ownScoresOf = (key: string): fc.Arbitrary<StoredScore[]> => {
  const tenths = fc.option(fc.integer({ min: 0, max: 1_000 }), { freq: 4 });
  const score = fc.record({
    id: fc.constantFrom(...rowsOf(key, 30).map(({ id }) => id), candidateId(key, 'nobody')),
    score_tenths: tenths,
    property_score_tenths: tenths,
    na_reason: fc.constantFrom(null, 'Nothing is known of it.'),
  });
  return fc.oneof(
    fc.constant<StoredScore[]>([]),
    fc.uniqueArray(score, { selector: ({ id }) => id, maxLength: 20 }),
  );
};

/** Asks the columns and the database the same, and expects the same. */
async function expectSame(key: string, type: PropertyType, numRuns: number): Promise<void> {
  const zips = fc.constantFrom(undefined, ['90250'], ['90210', '00000'], []);
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(filters, fc.constant({})),
      windowOf(type),
      zips,
      ownScoresOf(key),
      async (asked, window, seen, ownScores) => {
        const listing = { ...(await listingOf(key, seen)), newSince: between, ownScores };
        const criteria = criteriaOf({ ...asked, datasetKey: key }, listing);
        const { columns, pool, pg } = api.deps;
        const question = { wanted: listing, criteria, window };
        const [inMemory, inDatabase] = await Promise.all([
          eventually('columns are at hand', () => columns.ask({ ask: 'hits', ...question })),
          selectHits(pool, listing, criteria, window),
        ]);
        expect([...hitsFrom(inMemory)]).toEqual([...hitsFrom(inDatabase)]);
        expect(inMemory.total).toBe(inDatabase.total);
        const page = await columns.ask({ ask: 'page', ...question });
        expect(page).toEqual(await selectPage(pool, listing, criteria, window));
        const lines = await columns.ask({ ask: 'lines', wanted: listing, hits: inMemory });
        expect(lines && Buffer.from(lines).toString()).toBe(await selectLines(pg, inDatabase));
        const points = await columns.ask({ ask: 'points', wanted: listing, criteria });
        expect(points && placed(points)).toEqual(placed(await selectPoints(pool, listing, criteria)));
      },
    ),
    { numRuns },
  );
}

test.each(Object.entries(DATASETS))(
  'columns of %s hold what the database holds, whatever is asked',
  { timeout: 120_000 },
  async (key, type) => {
    await expectSame(key, type, 100);
  },
);

test('columns hold what was imported and judged since', { timeout: 120_000 }, async () => {
  between = Date.now();
  await importAgain(api, 'mixed', rowsOf('mixed', 450, 17));
  const [first] = rowsOf('mixed', 1);
  const removed = await api.call('DELETE', `/api/geo/training/classification/${first?.id}`, { token });
  expect(removed.status).toBe(200);
  // At once, while runs that follow from it swap sets, and when all is quiet again.
  for (const when of [async () => {}, settled]) {
    await when();
    const headers = { 'X-Min-Position': `${api.deps.logId}:${await api.head()}` };
    const list = '/api/geo/candidates?datasetKey=mixed&limit=200';
    await eventually(
      'it is read',
      async () => (await api.call('GET', list, { token, headers })).status === 200,
    );
  }
  const listing = await listingOf('mixed');
  expect(listing.versions.candidates).toBeGreaterThan(0n);
  await expectSame('mixed', 'adu', 50);
});

test('what is new came since the last visit, and stays as old as it is when it is imported again', async () => {
  const total = async () => {
    const { body } = await api.call('GET', '/api/geo/candidates?datasetKey=mixed&newOnly=true', { token });
    return body.pagination.total;
  };
  expect(await total()).toBe(0);
  await api.deps.commands.append({
    stream: streams.visit(userId, 'mixed'),
    events: [
      {
        type: 'DatasetVisited',
        data: {
          user_id: userId,
          dataset_key: 'mixed',
          visited_at: new Date().toISOString(),
          previous: new Date(between).toISOString(),
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

test('the environmental grades of a list are those of its candidates', async () => {
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

test('a first judgement counts in order, filters, map and export before its run is in', async () => {
  const [, engine] = siblings;
  await engine?.stop();
  const { token: client, clientId } = await api.signIn('ClientUser');
  const grant = { clientId, cityDatasetId: 'mixed' };
  const granted = await api.call('POST', '/api/geo/datasets/grant-city-access', { token, body: grant });
  expect(granted.status).toBe(200);
  const path = '/api/geo/candidates?datasetKey=mixed&limit=200';
  const rows = async (query = '') => (await api.call('GET', `${path}${query}`, { token: client })).body.data;
  await eventually('what was granted is seen', async () => (await rows()).length === 200);
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
    'both are listed',
    async () =>
      (await rows('&classification=good')).length === 1 && (await rows('&classification=bad')).length === 1,
  );

  const after = [...(await rows()), ...(await rows('&page=2')), ...(await rows('&page=3'))];
  const fallen = after.find(({ id }) => id === best.id);
  const { body: why } = await api.call('GET', `/api/geo/candidates/${best.id}/breakdown`, { token: client });
  expect(fallen.score).toBeLessThan(best.score);
  expect(why.data.score).toBe(fallen.score);
  const scores = after.flatMap(({ score }) => score ?? []);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  const kept = await rows(`&minScore=${fallen.score + 0.1}`);
  expect(kept.map(({ id }: { id: string }) => id)).not.toContain(best.id);
  expect(kept).toHaveLength(Math.min(200, scores.filter((score) => score > fallen.score).length));
  const csv = await api.call('GET', '/api/geo/candidates/export/csv?datasetKey=mixed&minScore=0', {
    token: client,
  });
  expect(
    String(csv.body)
      .split('\r\n')
      .find((line) => line.endsWith(best.id)),
  ).toContain(`,${fallen.score.toFixed(1)},`);
  const listing = await listings(api.deps)({ datasetKey: 'mixed' }, clientId ?? '');
  const drawn = listing && (await selectPoints(api.deps.pool, listing, {}));
  expect(placed(drawn ?? new Uint8Array()).find((point) => (point as unknown[])[0] === best.id)).toContain(
    fallen.score * 10,
  );
});

function placed(body: Uint8Array): unknown[] {
  const points = readPoints(Uint8Array.from(body).buffer);
  return Array.from({ length: points.count }, (_, at) => [
    pointId(points, at),
    points.longitudes[at],
    points.latitudes[at],
    points.scores[at],
    points.classifications[at],
  ]).sort();
}
