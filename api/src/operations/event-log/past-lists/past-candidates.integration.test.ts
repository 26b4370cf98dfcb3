import { type CandidateFeatures, EVERYONE, streams, UNKNOWN_FEATURES } from '@landline/event-schemas';
import { candidateId } from '@landline/runtime/crypto/name-based-uuid';
import { explainAt } from '@landline/scoring-engine/history/candidate-history';
import { eventLogReaderOf } from '@landline/scoring-engine/history/event-log-reader';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCommands } from '../../../platform/commands/runner.ts';
import { liveGeneration } from '../../../platform/live-generation.ts';
import { eventually, startTestApi } from '../../../testing/api.ts';
import { importAgain, importDataset, waitUntilScored } from '../../../testing/datasets.ts';
import { startProcess, type TestProcess } from '../../../testing/processes.ts';

const DATASET = 'asofville';
const CLIENT = 'client-1';

let api: Awaited<ReturnType<typeof startTestApi>>;
let processes: TestProcess[] = [];
let token: string;

const parcels: CandidateFeatures[] = Array.from({ length: 60 }, (_, i) => ({
  ...UNKNOWN_FEATURES,
  id: candidateId(DATASET, `10-${i}`),
  apn: `10-${i}`,
  street_address: `${i} Main Street`,
  owner_name: i === 0 ? 'Ada Owner' : null,
  // The first few are excluded from scoring.
  units: i < 3 ? null : 4 + (i % 12),
  parcel_area: 12_000 + 10 * i,
  open_area: 6_000 + 5 * i,
  open_ratio: 0.5,
  building_area: 4_000,
  building_count: 2,
  potential_garages_count: 4,
}));
const [target, otherParcel] = parcels.slice(20) as [CandidateFeatures, CandidateFeatures];
const laterParcel: CandidateFeatures = { ...target, id: candidateId(DATASET, '99-1'), apn: '99-1' };

beforeAll(async () => {
  api = await startTestApi();
  processes = await Promise.all([
    startProcess('projections', api.services),
    startProcess('scoring-engine', api.services),
  ]);
  ({ token } = await api.signIn('SuperAdmin'));
});
afterAll(async () => {
  await Promise.all(processes.map((child) => child.stop()));
  await api?.stopAll();
});

/** Returns a time after the last event in the log and before the next one. */
async function timeBetweenEvents(): Promise<string> {
  const at = new Date().toISOString();
  await eventually('the clock has advanced', async () => new Date().toISOString() > at);
  return at;
}

const countRuns = async () => {
  const { rows } = await api.ports.pg.query<{ runs: number }>(
    `SELECT count(*)::int AS runs FROM read.finished_run
     WHERE generation = ${liveGeneration('history').sql}`,
  );
  return rows[0]?.runs ?? 0;
};
async function waitForRunAfter(after: number): Promise<void> {
  await eventually('the dataset is rescored', async () => (await countRuns()) > after);
}

async function asOf(at: string, client?: string, dataset = DATASET) {
  const query = new URLSearchParams({ list: 'candidates', dataset, at, ...(client && { client }) });
  const head = await api.head();
  const response = await api.call('GET', `/api/admin/audit/as-of?${query}`, {
    token,
    headers: { 'X-Min-Position': `${api.ports.logId}:${head}` },
  });
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  const { columns, rows, total, position } = response.body.data;
  return {
    total,
    position: position as string | null,
    rows: rows.map((row: unknown[]) =>
      Object.fromEntries(columns.map((column: string, index: number) => [column, row[index]])),
    ) as ({ id: string; score: number | null; grade: string; units: number | null } & Record<
      string,
      unknown
    >)[],
  };
}

/** Compares each candidate with `landline scoring explain --at`. */
async function expectSameAsExplain(at: string, client?: string): Promise<void> {
  const { rows, position } = await asOf(at, client);
  for (const { id, score } of rows) {
    const explained = await explainAt({
      log: eventLogReaderOf(api.ports.eventStore.client),
      candidateId: id,
      scope: client ?? EVERYONE,
      position: BigInt(position ?? -1),
    });
    expect({ id, score }).toEqual({ id, score: explained?.breakdown.score ?? null });
  }
}

test('returns past candidates and scores across imports and classifications', async () => {
  const before = await timeBetweenEvents();
  await importDataset(api, DATASET, parcels);
  await waitUntilScored(api, DATASET, token);
  await waitForRunAfter(0);
  const importedAt = await timeBetweenEvents();
  const classify = async (candidate: CandidateFeatures, classification: string) => {
    const body = { candidateId: candidate.id, classification };
    const response = await api.call('POST', '/api/geo/training/classify', { token, body });
    expect(response.status, JSON.stringify(response.body)).toBe(200);
  };
  const first = await countRuns();
  await classify(target, 'bad');
  const classifiedAt = await timeBetweenEvents();
  await waitForRunAfter(first);
  const trainedAt = await timeBetweenEvents();
  const second = await countRuns();
  await importAgain(api, DATASET, [
    { ...otherParcel, units: 40, street_address: '1 New Street' },
    laterParcel,
  ]);
  await waitForRunAfter(second);
  const reimportedAt = await timeBetweenEvents();

  expect(await asOf(before)).toMatchObject({ total: 0, rows: [] });
  for (const at of [importedAt, classifiedAt, trainedAt, reimportedAt]) await expectSameAsExplain(at);

  const atImport = await asOf(importedAt);
  expect(atImport.total).toBe(60);
  const scores = atImport.rows.map(({ score }) => score ?? -1);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  expect(atImport.rows.at(-1)).toMatchObject({ score: null, grade: 'Unrated' });
  expect(atImport.rows.find(({ id }) => id === parcels[0]?.id)).toMatchObject({ owner_name: 'Ada Owner' });

  const rowAsOf = async (at: string, { id }: CandidateFeatures) =>
    (await asOf(at)).rows.find((row) => row.id === id);
  expect(await rowAsOf(importedAt, target)).toMatchObject({ classification: null });
  expect(await rowAsOf(classifiedAt, target)).toMatchObject({ classification: 'bad' });
  expect((await rowAsOf(classifiedAt, target))?.score).toBeLessThan(
    (await rowAsOf(importedAt, target))?.score ?? 0,
  );
  expect(await rowAsOf(trainedAt, otherParcel)).toMatchObject({
    units: otherParcel.units,
    street_address: otherParcel.street_address,
  });
  expect(await rowAsOf(reimportedAt, otherParcel)).toMatchObject({
    units: 40,
    street_address: '1 New Street',
  });
  expect(await rowAsOf(trainedAt, laterParcel)).toBeUndefined();
  expect((await asOf(reimportedAt)).total).toBe(61);

  // Equals the current list.
  const { body } = await api.call('GET', `/api/geo/candidates/${otherParcel.id}`, { token });
  expect((await rowAsOf(reimportedAt, otherParcel))?.score).toBe(body.data.score);
});

test("returns everyone's scores to a client until it has its own", async () => {
  const before = await timeBetweenEvents();
  const first = await countRuns();
  await api.ports.commands.append({
    actor: { id: 'u1', role: 'ClientUser', clientId: CLIENT },
    correlationId: 'judged',
    stream: streams.judgement(CLIENT, otherParcel.id),
    events: [
      {
        type: 'PropertyClassified',
        data: {
          candidate_id: otherParcel.id,
          dataset_key: DATASET,
          property_type: 'adu',
          scope: CLIENT,
          judged_by: 'u1',
          classification: 'good',
          notes: '',
          factor_ids: [],
          original_score: null,
        },
      },
    ],
    expectedRevision: -1n,
    commandId: 'judged',
  });
  await waitForRunAfter(first);
  const after = await timeBetweenEvents();
  for (const at of [before, after]) await expectSameAsExplain(at, CLIENT);
  await expectSameAsExplain(after);
  const rowFor = async (client?: string) =>
    (await asOf(after, client)).rows.find(({ id }) => id === otherParcel.id);
  expect(await rowFor(CLIENT)).toMatchObject({ classification: 'good' });
  expect(await rowFor()).toMatchObject({ classification: null });
});

test('excludes an import after the time, even if a slow command from before it is recorded later', async () => {
  const dataset = 'lateville';
  const before = await timeBetweenEvents();
  await importDataset(api, dataset, [{ ...target, id: candidateId(dataset, target.apn) }]);
  const slowCommands = createCommands({ ...api.ports, now: () => new Date(before) });
  await importDataset({ ports: { ...api.ports, commands: slowCommands } }, 'slowville', []);
  expect(await asOf(before, undefined, dataset)).toMatchObject({ total: 0, rows: [] });
  expect(await asOf(await timeBetweenEvents(), undefined, dataset)).toMatchObject({ total: 1 });
});
