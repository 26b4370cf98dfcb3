import {
  type CandidateFeatures,
  EVERYONE,
  type PropertyType,
  SYSTEM,
  streams,
} from '@landline/event-schemas';
import { candidateId } from '@landline/event-schemas/candidate-id';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOTHING_KNOWN } from '../../demo/nothing-known.ts';
import { eventually, startTestApi, type TestApi } from '../../testing/api.ts';
import { importAgain, importDataset, scored } from '../../testing/datasets.ts';
import { type Sibling, startSibling } from '../../testing/processes.ts';
import { type CandidateFilters, SORT_FIELDS } from '../contract.ts';
import { criteriaOf } from '../criteria.ts';
import { hitsFrom } from '../hits.ts';
import { type Listing, listings } from '../live-set.ts';
import { selectPoints } from '../points.ts';
import { pointId, readPoints } from '../points-contract.ts';
import { selectHits } from '../select.ts';
import type { Window } from '../window.ts';

let api: TestApi & { stopAll(): Promise<void> };
let siblings: Sibling[] = [];
let token: string;
let userId: string;
/** A time between the first imports and the second one. */
let between = 0;

const DATASETS = { mixed: 'adu', yards: 'ios' } as const;
const STREETS = ['Oak St', 'oak st', 'ÉLM Allée', 'Straße', 'İstanbul Ave', 'Μάϊος', '100% _St\\', '日本 Rd'];
const ZIPS = ['90250', '90210', null];
const ZONING = ['R-1', 'R-1,A', 'M-2', null];
const pick = <T>(of: readonly T[], n: number): T => of[n % of.length] as T;

const facility = (at: number, n: number) => ({
  site_name: `Site ${at}`,
  source: pick(['LUST', 'RCRA', 'UST'], at),
  contamination_type: null,
  regulatory_status: null,
  distance_feet: (n * 13) % 900,
  is_onsite: false,
  risk_level: null,
});

/** Rows with everything that a list could trip over: what is missing, equal, written in other scripts, or zero. */
const rowsOf = (key: string, count: number, salt = 0): CandidateFeatures[] =>
  Array.from({ length: count }, (_, i) => {
    const n = (i * 7919 + salt) % 101;
    return {
      ...NOTHING_KNOWN,
      id: candidateId(key, `${i}`),
      apn: i % 3 === 0 ? `${100 + i}-0${i % 10}-A${i}` : `${i} B-${i}`,
      street_address: i % 13 === 0 ? null : i % 17 === 0 ? '' : `${n % 40} ${pick(STREETS, i)}`,
      zip_code: pick(ZIPS, i),
      units: i % 5 === 0 ? null : n % 12,
      parcel_area: i % 11 === 0 ? null : 10_000 + (n % 20) * 20_000,
      open_area: i % 7 === 0 ? null : (n % 9) * 1_000,
      open_ratio: i % 7 === 0 ? null : (n % 9) / 10,
      building_area: 4_000,
      building_count: 1,
      potential_garages_count: 1,
      year_built: i % 6 === 0 ? null : 1900 + n,
      zoning_code: pick(ZONING, i),
      ios_epa_facilities: i % 9 === 0 ? null : Array.from({ length: n % 4 }, (_, at) => facility(at, n)),
      ios_property_type: i % 4 === 0 ? null : 'warehouse',
      longitude: i % 8 === 0 ? null : -118 + n / 100,
      latitude: i % 8 === 0 ? null : 34 - n / 200,
    };
  });

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
  const listing = await listings(api.deps.pg)({ datasetKey, ...(zips && { zips }) }, EVERYONE);
  if (!listing) throw new Error(`There is no dataset ${datasetKey}`);
  return listing;
}

/** Asks the columns and the database the same, and expects the same. */
async function expectSame(key: string, type: PropertyType, numRuns: number): Promise<void> {
  const zips = fc.constantFrom(undefined, ['90250'], ['90210', '00000'], []);
  await fc.assert(
    fc.asyncProperty(filters, windowOf(type), zips, async (asked, window, seen) => {
      const listing = { ...(await listingOf(key, seen)), newSince: between };
      const criteria = criteriaOf({ ...asked, datasetKey: key }, listing);
      const { columns, pool } = api.deps;
      const question = { wanted: listing, criteria, window };
      const [inMemory, inDatabase] = await Promise.all([
        eventually('columns are at hand', () => columns.ask({ ask: 'hits', ...question })),
        selectHits(pool, listing, criteria, window),
      ]);
      expect([...hitsFrom(inMemory)]).toEqual([...hitsFrom(inDatabase)]);
      expect(inMemory.total).toBe(inDatabase.total);
      const points = await columns.ask({ ask: 'points', wanted: listing, criteria });
      expect(points && placed(points)).toEqual(placed(await selectPoints(pool, listing, criteria)));
    }),
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
