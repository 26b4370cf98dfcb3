import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { projectionStatus, requestRebuild } from '../admin.ts';
import {
  killAndWait,
  startTestEnvironment,
  type TestEnvironment,
  until,
} from '../testing/test-environment.ts';
import { created, LIVE_VISITORS, visited, visitorProjector } from '../testing/visitor-projector.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment();
});
afterEach(() => environment.reset());
afterAll(() => environment.stop());

const status = async (name = 'visitors') =>
  (await projectionStatus(environment.pool)).find((projector) => projector.name === name);
const visitors = async () => (await environment.pool.query(LIVE_VISITORS)).rows;
const waitUntilLive = (generation: number, position = 0n) =>
  until(`generation ${generation} is live`, async () => {
    const current = await status();
    return current?.live?.generation === generation && current.live.position >= position && current;
  });
const waitUntilRetiredRowsAreGone = () =>
  until('the rows of the old generation are gone', async () => {
    const { rows } = await environment.pool.query('SELECT DISTINCT generation FROM read.visitor');
    const { rows: checkpoints } = await environment.pool.query('SELECT FROM read.checkpoint');
    return rows.length === 1 && checkpoints.length === (await projectionStatus(environment.pool)).length;
  });

test('returns complete results throughout a rebuild under load, without touching other read models', async () => {
  const users = Array.from({ length: 50 }, (_, index) => `u${index}`);
  for (const user of users) {
    await environment.append(
      `clientUser-${user}`,
      created(user),
      ...Array.from({ length: 20 }, () => visited(user, 's')),
    );
  }
  await environment.run(visitorProjector(), visitorProjector({ name: 'other' }));
  await waitUntilLive(1);

  const stop = new AbortController();
  let slowest = 0;
  let reads = 0;
  const reader = (async () => {
    while (!stop.signal.aborted) {
      const startedAt = performance.now();
      const rows = await visitors();
      slowest = Math.max(slowest, performance.now() - startedAt);
      reads++;
      expect(rows).toHaveLength(users.length);
      for (const { visits } of rows) expect(visits).toBeGreaterThanOrEqual(20);
      await delay(1);
    }
  })();
  let appended = 0;
  let position = 0n;
  const writer = (async () => {
    while (!stop.signal.aborted) {
      const user = users[appended % users.length] as string;
      position = await environment.append(`clientUser-${user}`, visited(user, `w${appended}`));
      appended++;
    }
  })();

  for (const generation of [2, 3]) {
    await Promise.all([
      requestRebuild(environment.pool, 'visitors'),
      requestRebuild(environment.pool, 'visitors'),
    ]);
    await waitUntilLive(generation);
    expect((await status())?.requests).toEqual([]);
  }
  stop.abort();
  await Promise.all([reader, writer]);
  await waitUntilLive(3, position);
  const total = (await visitors()).reduce((sum, { visits }) => sum + visits, 0);
  expect(total).toBe(users.length * 20 + appended);
  expect((await status('other'))?.live?.generation).toBe(1);
  expect(reads).toBeGreaterThan(10);
  expect(slowest).toBeLessThan(1_000);
  await waitUntilRetiredRowsAreGone();
});

test('recreates a missing table and fills it from the log', async () => {
  const position = await environment.append('clientUser-t', created('t'), visited('t', 's1'));
  const run = await environment.run(visitorProjector());
  await waitUntilLive(1, position);
  await environment.pool.query('DROP TABLE read.visitor');
  await requestRebuild(environment.pool, 'visitors');
  await waitUntilLive(2, position);
  expect((await visitors()).find(({ user_id }) => user_id === 't')).toMatchObject({ visits: 1 });
  await run.stop();

  await environment.pool.query('DROP TABLE read.visitor');
  await environment.run(visitorProjector());
  await waitUntilLive(3, position);
  expect((await visitors()).find(({ user_id }) => user_id === 't')).toMatchObject({ visits: 1 });
});

test('builds a changed version beside the live one, whose rows stay readable until the swap', async () => {
  const position = await environment.append('clientUser-v', created('v'), visited('v', 's1'));
  const old = await environment.run(visitorProjector());
  await waitUntilLive(1, position);
  await old.stop();
  const liveRow = async () => (await visitors()).find(({ user_id }) => user_id === 'v');
  expect(await liveRow()).toMatchObject({ visits: 1 });

  const gate = await environment.pool.connect(); // blocks the swap and nothing else
  await gate.query('BEGIN');
  await gate.query('LOCK TABLE read.projector IN SHARE MODE');
  await environment.run(visitorProjector({ version: 2 }));
  await until('the new version is built', async () => {
    const building = (await status())?.building;
    return building && building.position >= position;
  });
  expect(await liveRow()).toMatchObject({ visits: 1 });
  await gate.query('COMMIT');
  gate.release();

  expect((await waitUntilLive(2)).live?.version).toBe(2);
  expect(await liveRow()).toMatchObject({ visits: 2 });
  await waitUntilRetiredRowsAreGone();
});

test('shows progress, and resumes a killed rebuild', async () => {
  const chunk = (index: number) => ({
    type: 'CandidatesImported' as const,
    data: {
      import_id: 'killed',
      dataset_key: 'killed',
      property_type: 'adu' as const,
      chunk: index,
      first_line: index * 500 + 2,
      last_line: index * 500 + 501,
      bytes_read: index,
      columns: ['id', 'apn', 'street_address'],
      rows: Array.from({ length: 500 }, (_, row) => [
        uuid(index * 500 + row),
        `${index}-${row}`,
        'Faraway Ln',
      ]),
      owners: [],
    },
  });
  let position = 0n;
  for (let index = 0; index < 60; index++)
    position = await environment.append('datasetImport-killed', chunk(index));

  const first = await environment.start();
  const building = await until('the rebuild is in progress', async () => {
    const progress = (await status('candidates'))?.building;
    return progress && progress.position > 0n && progress.position < position && progress;
  });
  expect(building.head).toBeGreaterThanOrEqual(position);
  await killAndWait(first);
  const afterKill = (await status('candidates'))?.building;
  expect(afterKill?.position).toBeGreaterThanOrEqual(building.position);
  await environment.start();
  const done = await until('the rebuilt read model is live', async () => (await status('candidates'))?.live);
  expect(done.generation).toBe(building.generation);
  const { rows } = await environment.pool.query(
    `SELECT count(*)::int AS count, count(DISTINCT apn)::int AS apns FROM read.candidate`,
  );
  expect(rows).toEqual([{ count: 30_000, apns: 30_000 }]);
});

test('rebuilds from the start of another log at the same address while the old rows stay live', async () => {
  await environment.append('clientUser-old', created('old'));
  await environment.run(visitorProjector());
  await waitUntilLive(1);
  await environment.replaceLog();
  await environment.append('clientUser-fresh', created('fresh'), visited('fresh', 's'));
  await waitUntilLive(2);
  await until('only rows from the new log remain', async () => {
    const rows = await visitors();
    return rows.length === 1 && rows[0].user_id === 'fresh' && rows[0].visits === 1;
  });
  expect((await status())?.live?.logId).toBe(environment.logId);
  await waitUntilRetiredRowsAreGone();
});

const uuid = (n: number) => `a0000000-0000-8000-a000-${n.toString(16).padStart(12, '0')}`;
