import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { projectionStatus, requestRebuild } from '../admin.ts';
import { type House, killed, startHouse, until } from '../testing/house.ts';
import { created, LIVE_VISITORS, tally, visited } from '../testing/tally.ts';

let house: House;
beforeAll(async () => {
  house = await startHouse();
});
afterEach(() => house.reset());
afterAll(() => house.stop());

const status = async (name = 'tally') =>
  (await projectionStatus(house.pool)).find((one) => one.name === name);
const visitors = async () => (await house.pool.query(LIVE_VISITORS)).rows;
const live = (generation: number, position = 0n) =>
  until(`generation ${generation} serves`, async () => {
    const now = await status();
    return now?.live?.generation === generation && now.live.position >= position && now;
  });
/** Only the rows of the generation that serves are left. */
const swept = () =>
  until('the rows of the old generation are gone', async () => {
    const { rows } = await house.pool.query('SELECT DISTINCT generation FROM read.visitor');
    const { rows: checkpoints } = await house.pool.query('SELECT FROM read.checkpoint');
    return rows.length === 1 && checkpoints.length === (await projectionStatus(house.pool)).length;
  });

test('a rebuild under load: readers are answered throughout, with every row; nobody else is touched', async () => {
  const users = Array.from({ length: 50 }, (_, index) => `u${index}`);
  for (const user of users) {
    await house.append(
      `clientUser-${user}`,
      created(user),
      ...Array.from({ length: 20 }, () => visited(user, 's')),
    );
  }
  await house.run(tally(), tally({ name: 'other' }));
  await live(1);

  const over = new AbortController();
  let slowest = 0;
  let reads = 0;
  const reader = (async () => {
    while (!over.signal.aborted) {
      const started = performance.now();
      const rows = await visitors();
      slowest = Math.max(slowest, performance.now() - started);
      reads++;
      expect(rows).toHaveLength(users.length);
      for (const { visits } of rows) expect(visits).toBeGreaterThanOrEqual(20);
      await delay(1);
    }
  })();
  let appended = 0;
  let position = 0n;
  const writer = (async () => {
    while (!over.signal.aborted) {
      const user = users[appended % users.length] as string;
      position = await house.append(`clientUser-${user}`, visited(user, `w${appended}`));
      appended++;
    }
  })();

  for (const generation of [2, 3]) {
    await Promise.all([requestRebuild(house.pool, 'tally'), requestRebuild(house.pool, 'tally')]);
    await live(generation);
    expect((await status())?.requests).toEqual([]);
  }
  over.abort();
  await Promise.all([reader, writer]);
  await live(3, position);
  const total = (await visitors()).reduce((sum, { visits }) => sum + visits, 0);
  expect(total).toBe(users.length * 20 + appended);
  expect((await status('other'))?.live?.generation).toBe(1);
  expect(reads).toBeGreaterThan(10);
  expect(slowest).toBeLessThan(1_000);
  await swept();
});

test('another version is built beside the one that serves, which keeps its rows until then', async () => {
  const position = await house.append('clientUser-v', created('v'), visited('v', 's1'));
  const old = await house.run(tally());
  await live(1, position);
  await old.stop();
  const serving = async () => (await visitors()).find(({ user_id }) => user_id === 'v');
  expect(await serving()).toMatchObject({ visits: 1 });

  const gate = await house.pool.connect(); // holds back the swap, and nothing else
  await gate.query('BEGIN');
  await gate.query('LOCK TABLE read.projector IN SHARE MODE');
  await house.run(tally({ version: 2 }));
  await until('the new version is built', async () => {
    const building = (await status())?.building;
    return building && building.position >= position;
  });
  expect(await serving()).toMatchObject({ visits: 1 });
  await gate.query('COMMIT');
  gate.release();

  expect((await live(2)).live?.version).toBe(2);
  expect(await serving()).toMatchObject({ visits: 2 });
  await swept();
});

test('progress is seen, and a rebuild that was killed goes on where it was', async () => {
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
    position = await house.append('datasetImport-killed', chunk(index));

  const first = await house.start();
  const building = await until('it is under way', async () => {
    const progress = (await status('candidates'))?.building;
    return progress && progress.position > 0n && progress.position < position && progress;
  });
  expect(building.head).toBeGreaterThanOrEqual(position);
  await killed(first);
  const left = (await status('candidates'))?.building;
  expect(left?.position).toBeGreaterThanOrEqual(building.position);
  await house.start();
  const done = await until('it serves', async () => (await status('candidates'))?.live);
  expect(done.generation).toBe(building.generation);
  const { rows } = await house.pool.query(
    `SELECT count(*)::int AS count, count(DISTINCT apn)::int AS apns FROM read.candidate`,
  );
  expect(rows).toEqual([{ count: 30_000, apns: 30_000 }]);
});

test('another log under the same address is read from its start; the old rows serve until then', async () => {
  await house.append('clientUser-old', created('old'));
  await house.run(tally());
  await live(1);
  await house.replaceLog();
  await house.append('clientUser-fresh', created('fresh'), visited('fresh', 's'));
  await live(2);
  await until('only what the new log says is left', async () => {
    const rows = await visitors();
    return rows.length === 1 && rows[0].user_id === 'fresh' && rows[0].visits === 1;
  });
  expect((await status())?.live?.logId).toBe(house.logId);
  await swept();
});

const uuid = (n: number) => `a0000000-0000-8000-a000-${n.toString(16).padStart(12, '0')}`;
