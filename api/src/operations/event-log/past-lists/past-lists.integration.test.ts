import { type EventType, eventDefinitions, UNKNOWN_FEATURES } from '@landline/event-schemas';
import { candidateId } from '@landline/runtime/crypto/name-based-uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, startTestApi } from '../../../testing/api.ts';
import { converse } from '../../../testing/conversations.ts';
import { importDataset } from '../../../testing/datasets.ts';
import { appendPastEvents } from '../../../testing/past-events.ts';
import { startProcess, type TestProcess } from '../../../testing/processes.ts';
import { AS_OF_LISTS, type AsOfListKey } from '../contract.ts';
import { LIST_SOURCES } from './list-sources.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
let projections: TestProcess | undefined;
let token: string;
let clientId: string;

const UNKNOWN_FACILITY = {
  latitude: 34,
  longitude: -118,
  source: null,
  contamination_type: null,
  regulatory_status: null,
  risk_level: null,
  site_address: null,
  notification_date: null,
  closure_date: null,
  importance: null,
  flood_zone: null,
  is_100_year_flood: null,
  soil_contamination: null,
  soil_drainage: null,
  polygons: null,
};
/** Numbers of content requests and of rejected rows; each fills more than one page. */
const [REQUESTS, REJECTED] = [520, 530];
const day = (number: number) => `2026-03-${String(number).padStart(2, '0')}T12:00:00.000Z`;

beforeAll(async () => {
  api = await startTestApi();
  projections = await startProcess('projections', api.services);
  token = (await api.signIn('SuperAdmin')).token;
  clientId = (await api.signIn('ClientUser')).clientId ?? '';
  await appendHistory();
});
afterAll(async () => {
  await projections?.stop();
  await api?.stopAll();
});

async function appendHistory(): Promise<void> {
  const { ports } = api;
  const ids = { client_id: clientId };
  const page = { ...ids, page_id: 'prices' };
  const appendSiteEvents = (at: string, ...events: Parameters<typeof appendPastEvents>[3][]) =>
    appendPastEvents(ports, `site-${clientId}`, at, ...events);
  await appendPastEvents(ports, 'page-prices', day(1), {
    type: 'PageAdded',
    data: { ...page, url: 'https://acme.example/prices', priority: 5, is_custom: false },
  });
  await appendSiteEvents(day(2), { type: 'SiteScrapeRequested', data: ids });
  await appendPastEvents(ports, 'page-prices', day(3), {
    type: 'PageScraped',
    data: { ...page, title: 'Prices', content_hash: 'a', passages: 3, changed: true, fetch_ms: 12 },
  });
  await appendSiteEvents(
    day(4),
    { type: 'SiteScraped', data: { ...ids, total: 1, successful: 1 } },
    { type: 'SiteSettingsChanged', data: { ...ids, include: [], exclude: [], recrawl: 'weekly' } },
  );
  await appendSiteEvents(day(5), { type: 'SiteScrapeRequested', data: ids });
  await appendSiteEvents(day(6), { type: 'SiteScrapeStopped', data: ids });
  const based_on = { page_id: 'prices', url: 'https://acme.example/prices' };
  await appendPastEvents(ports, 'prompt-price', day(6), {
    type: 'PromptAdded',
    data: { ...ids, prompt_id: 'price', prompt_type: 'faq', content: 'Q: How much?\nA: $9.', based_on },
  });
  const blacklisted = { ...page, url: 'https://acme.example/prices', content_deleted: true };
  await appendPastEvents(ports, 'page-prices', day(7), { type: 'PageBlacklisted', data: blacklisted });
  await converse(ports, clientId, [
    { question: 'When do you open on Sunday?', at: day(3), answered: true, rating: 'up' },
    { question: 'Do you sell boats in winter?', at: day(4), answered: false, confidence: 0.1 },
  ]);
  await appendLayerEvents();
  const parcel = { ...UNKNOWN_FEATURES, id: candidateId('now', '1'), apn: '1', owner_name: 'Ada Owner' };
  await importDataset(api, 'now', [parcel]);
  await appendPastEvents(ports, 'import-refusing', day(2), {
    type: 'CandidateRowsRejected',
    data: {
      import_id: 'refusing',
      dataset_key: 'now',
      chunk: 0,
      rows: Array.from({ length: REJECTED }, (_, index) => ({
        line: index + 3,
        reason: 'Has no number',
        raw: ',,',
      })),
    },
  });
  await appendPastEvents(
    ports,
    'contentRequest-many',
    day(8),
    ...Array.from({ length: REQUESTS }, (_, index) => ({
      type: 'ContentRequestSubmitted' as const,
      data: {
        ...ids,
        request_id: `request ${index}`,
        url: 'https://acme.example/boats',
        description: 'Winter hours',
        priority: 'medium' as const,
      },
    })),
  );
}

async function appendLayerEvents(): Promise<void> {
  const register = (layer_id: string, at: string) =>
    appendPastEvents(
      api.ports,
      `environmentLayer-${layer_id}`,
      at,
      {
        type: 'EnvironmentLayerRegistered',
        data: {
          layer_id,
          kind: 'lust',
          name: 'Leaking tanks',
          source: 'Test county',
          source_date: '2026-01',
          licence: null,
          note: null,
          is_made_up: false,
          coverage_miles: null,
          file_name: 'tanks.csv',
          file_bytes: 120,
          file_hash: layer_id,
          format: 'csv',
          profile: 'landline',
        },
      },
      {
        type: 'FacilitiesImported',
        data: {
          layer_id,
          chunk: 0,
          first_line: 2,
          last_line: 3,
          bytes_read: 60,
          facilities: ['t1', 't2'].map((facility_id) => ({
            ...UNKNOWN_FACILITY,
            facility_id,
            name: facility_id,
          })),
        },
      },
      {
        type: 'FacilityRowsRejected',
        data: { layer_id, chunk: 0, rows: [{ line: 4, reason: 'Has no coordinates', raw: 't3,,' }] },
      },
      { type: 'EnvironmentLayerCompleted', data: { layer_id, imported: 2, rejected: 1, lines: 4 } },
    );
  await register('gone', day(1));
  await register('kept', day(2));
  await appendPastEvents(api.ports, 'environmentLayer-gone', day(3), {
    type: 'EnvironmentLayerRemoved',
    data: { layer_id: 'gone', superseded_by: null },
  });
}

interface AsOfPage {
  total: number;
  position: string | null;
  columns: string[];
  rows: unknown[][];
}
async function asOf(query: {
  list: AsOfListKey;
  at: string;
  client?: string;
  page?: string;
}): Promise<AsOfPage> {
  const response = await api.call('GET', `/api/admin/audit/as-of?${new URLSearchParams(query)}`, {
    token,
    headers: { 'X-Min-Position': `${api.ports.logId}:${await api.head()}` },
  });
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  return response.body.data;
}
/** Reads all pages of a list. */
async function wholeAsOf(query: { list: AsOfListKey; at: string }): Promise<AsOfPage> {
  const first = await asOf(query);
  const rows = [...first.rows];
  for (let page = 2; rows.length < first.total; page++) {
    const next = await asOf({ ...query, page: String(page) });
    expect(next.rows.length, `${query.list}: page ${page}`).toBeGreaterThan(0);
    rows.push(...next.rows);
  }
  return { ...first, rows };
}
const records = ({ columns, rows }: AsOfPage) =>
  rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index]])));

test('returns pages in each past status', async () => {
  const at = async (number: number) => {
    const [page] = records(await asOf({ list: 'pages', at: day(number), client: clientId }));
    return page;
  };
  expect(await at(1)).toMatchObject({ url: 'https://acme.example/prices', status: 'pending', passages: 0 });
  expect(await at(2)).toMatchObject({ status: 'processing', status_before: 'pending' });
  expect(await at(3)).toMatchObject({ status: 'completed', title: 'Prices', passages: 3 });
  expect(await at(5)).toMatchObject({ status: 'processing', status_before: 'completed' });
  expect(await at(6)).toMatchObject({ status: 'completed', blacklisted_at: null });
  expect(await at(7)).toMatchObject({ status: 'pending', passages: 0, blacklisted_at: day(7) });
  expect((await asOf({ list: 'pages', at: day(7), client: 'another' })).total).toBe(0);
  expect(records(await asOf({ list: 'sites', at: day(4) }))).toMatchObject([
    { scraping: false, scraped_at: day(4), recrawl: 'weekly' },
  ]);
});

test('returns past layers, facilities and rejected rows', async () => {
  const layers = async (number: number) =>
    records(await asOf({ list: 'environment-layers', at: day(number) })).map(
      ({ layer_id, status, imported }) => ({ layer_id, status, imported }),
    );
  expect(await layers(1)).toEqual([{ layer_id: 'gone', status: 'completed', imported: 2 }]);
  expect(await layers(3)).toEqual([
    { layer_id: 'gone', status: 'removed', imported: 2 },
    { layer_id: 'kept', status: 'completed', imported: 2 },
  ]);
  const totals = async (number: number) => [
    (await asOf({ list: 'facilities', at: day(number) })).total,
    (await asOf({ list: 'rejected-facilities', at: day(number) })).total,
  ];
  expect(await totals(1)).toEqual([2, 1]);
  expect(await totals(2)).toEqual([4, 2]);
  expect(await totals(3)).toEqual([2, 1]);
});

test('marks a past answer for review from the change of its page', async () => {
  const reviewSince = async (number: number) =>
    records(await asOf({ list: 'prompts', at: day(number) })).map(({ review_since }) => review_since);
  expect(await reviewSince(6)).toEqual([null]);
  expect((await reviewSince(7)).map((at) => new Date(String(at)).toISOString())).toEqual([day(7)]);
});

test('returns past analytics figures', async () => {
  const questions = async (number: number) =>
    records(await asOf({ list: 'billing-days', at: day(number), client: clientId })).reduce(
      (sum, row) => sum + Number(row.questions),
      0,
    );
  // Questions from before the client was created count once it exists.
  expect(await questions(3)).toBe(0);
  const now = new Date(Date.now() + 60_000).toISOString();
  expect((await asOf({ list: 'messages', at: day(3), client: clientId })).total).toBe(1);
  expect((await asOf({ list: 'messages', at: now, client: clientId })).total).toBe(2);
});

// Lists projected in memory and in the database.
test.each([
  ['content-requests', REQUESTS],
  ['rejected-rows', REJECTED],
] as const)('reads a list of more than a page: %s', async (list, total) => {
  const rowsOf = async (page: string) => asOf({ list, at: day(9), page });
  const [first, second, third] = [await rowsOf('1'), await rowsOf('2'), await rowsOf('3')];
  expect([first, second, third].map(({ rows }) => rows.length)).toEqual([500, total - 500, 0]);
  expect(first.total).toBe(total);
  const all = [...first.rows, ...second.rows].map((row) => JSON.stringify(row));
  expect(new Set(all).size).toBe(total);
  expect((await asOf({ list, at: day(9) })).rows).toEqual(first.rows);
});

test('equals the read model, row by row, for every list at the current time', async () => {
  const at = new Date(Date.now() + 60_000).toISOString();
  const head = await api.head();
  await eventually('every read model has caught up', async () => {
    const { rows } = await api.ports.pg.query<{ behind: number }>(
      `SELECT count(*)::int AS behind FROM read.projector AS p JOIN read.checkpoint AS c
       ON c.projector = p.name AND c.generation = p.live_generation WHERE c.position < $1`,
      [head],
    );
    return rows[0]?.behind === 0;
  });
  const filled: string[] = [];
  for (const { key, label } of AS_OF_LISTS) {
    if (key === 'candidates') continue;
    const { projector, table } = LIST_SOURCES[key];
    const pastList = await wholeAsOf({ list: key, at });
    const { rows } = await api.ports.pg.query<Record<string, unknown>>(
      `SELECT * FROM read.${table.name}
       WHERE generation = (SELECT live_generation FROM read.projector WHERE name = $1)`,
      [projector.name],
    );
    expect(pastList.total, label).toBe(rows.length);
    const found = JSON.parse(
      JSON.stringify(rows.map((row) => pastList.columns.map((column) => row[column] ?? null))),
    );
    const inOrder = (all: unknown[][]) => all.map((row) => JSON.stringify(withSortedKeys(row))).sort();
    expect(inOrder(pastList.rows), label).toEqual(inOrder(found));
    if (rows.length > 0) filled.push(key);
  }
  expect(filled).toEqual(
    expect.arrayContaining([
      'pages',
      'sites',
      'facilities',
      'datasets',
      'usage-days',
      'gaps',
      'rejected-rows',
      'prompts',
    ]),
  );
});

/** Sorts keys, since PostgreSQL reorders them in JSON. */
function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, each]) => [name, withSortedKeys(each)]),
  );
}

test('leaves no rows of its temporary generations in the read models', async () => {
  const { rows } = await api.ports.pg.query('SELECT 1 FROM read.page WHERE generation < 0');
  expect(rows).toEqual([]);
});

test('filters by client only lists whose events name one', () => {
  for (const listed of AS_OF_LISTS) {
    if (!('scope' in listed) || listed.scope !== 'client') continue;
    const { types, projector } = LIST_SOURCES[listed.key];
    for (const type of types ?? (Object.keys(projector.on) as EventType[]))
      expect(Object.keys(eventDefinitions[type].data.shape), `${listed.label}: ${type}`).toContain(
        'client_id',
      );
  }
});

test('requires a dataset for properties', async () => {
  const query = new URLSearchParams({ list: 'candidates', at: day(1) });
  const response = await api.call('GET', `/api/admin/audit/as-of?${query}`, { token });
  expect(response.status).toBe(400);
  expect(response.body.error).toBe('Choose a dataset.');
});
