import { type Link, startLink, through } from '@landline/infra/testing/link';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { projectionStatus } from '../admin.ts';
import { projectors } from '../projectors/index.ts';
import { type House, killed, startHouse, until } from '../testing/house.ts';

vi.setConfig({ testTimeout: 60_000 });

let house: House;
beforeAll(async () => {
  house = await startHouse();
});
afterEach(() => house.reset());
afterAll(() => house.stop());

const ROWS = 20;
const TAKE_OVER_MS = 10_000;
const startedImport = (import_id: string) => ({
  type: 'DatasetImportStarted' as const,
  data: {
    import_id,
    dataset_key: import_id,
    property_type: 'adu' as const,
    file_name: 'parcels.csv',
    file_bytes: 1_000,
    format: 'csv' as const,
    profile: 'landline',
  },
});
const chunk = (import_id: string, index: number) => ({
  type: 'CandidatesImported' as const,
  data: {
    import_id,
    dataset_key: import_id,
    property_type: 'adu' as const,
    chunk: index,
    first_line: index * ROWS + 2,
    last_line: index * ROWS + ROWS + 1,
    bytes_read: index,
    columns: ['id', 'apn'],
    rows: Array.from({ length: ROWS }, (_, row) => [uuid(import_id, index * ROWS + row), `${index}-${row}`]),
    owners: [],
  },
});
const uuid = (import_id: string, n: number) =>
  `${import_id.padEnd(8, '0')}-0000-8000-a000-${n.toString(16).padStart(12, '0')}`;

/** What was counted, piece by piece, and the rows themselves. */
async function tallied(import_id: string): Promise<{ imported: number; rows: number }> {
  const { rows } = await house.pool.query(
    `SELECT
       (SELECT imported FROM read.dataset_import WHERE import_id = $1 AND generation =
         (SELECT live_generation FROM read.projector WHERE name = 'datasets')) AS imported,
       (SELECT count(*)::int FROM read.candidate WHERE import_id = $1 AND generation =
         (SELECT live_generation FROM read.projector WHERE name = 'candidates')) AS rows`,
    [import_id],
  );
  return rows[0];
}

/** Appends pieces of an import and makes trouble after some of them. Then all of it must be there, once. */
async function flow(
  import_id: string,
  chunks: number,
  trouble: (index: number) => Promise<void>,
): Promise<void> {
  await house.append(`datasetImport-${import_id}`, startedImport(import_id));
  let position = 0n;
  for (let index = 0; index < chunks; index++) {
    position = await house.append(`datasetImport-${import_id}`, chunk(import_id, index));
    await trouble(index);
  }
  await until('everything is applied', async () => {
    const status = await projectionStatus(house.pool);
    return status.length > 0 && status.every(({ live }) => live && live.position >= position);
  });
  expect(await tallied(import_id)).toEqual({ imported: chunks * ROWS, rows: chunks * ROWS });
  expect((await projectionStatus(house.pool)).every(({ parked }) => parked === 0)).toBe(true);
}

test('kill -9 of the process while events flow: each is applied exactly once', async () => {
  let child = await house.start();
  await flow('dead', 120, async (index) => {
    if (index % 30 !== 20) return;
    await killed(child);
    child = await house.start();
  });
});

test('Postgres is killed and started again underneath: the process stays and each event is applied once', async () => {
  const child = await house.start();
  await flow('deadbeef', 60, async (index) => {
    if (index % 30 === 15) await house.crashPostgres();
  });
  expect(child.exitCode).toBeNull();
});

test('the event store is killed and started again', async () => {
  const child = await house.start();
  await flow('feed', 60, async (index) => {
    if (index % 30 === 15) await house.crashEventStore();
  });
  expect(child.exitCode).toBeNull();
});

test('two processes at once: when the active one is killed, the other takes over within 10 s', async () => {
  const first = await house.start();
  await until('it is active', async () => (await projectionStatus(house.pool))[0]?.live);
  await house.start();
  await flow('aced', 100, async (index) => {
    if (index !== 50) return;
    await killed(first);
    const position = await house.append('datasetImport-next', startedImport('next'));
    const passed = async () => {
      const status = await projectionStatus(house.pool);
      return status.every(({ live }) => live && live.position >= position);
    };
    await until('the other goes on', passed, TAKE_OVER_MS);
  });
});

test('two processes keep a part each, and one that keeps all stands by for either', async () => {
  const all = projectors.map(({ name }) => name);
  const [part, rest] = [all.slice(0, 5), all.slice(5)];
  const kept = async (count: number) => {
    const status = await projectionStatus(house.pool);
    return status.filter(({ live }) => live).length === count && status.map(({ name }) => name);
  };
  await house.append('datasetImport-part', startedImport('part'));
  const first = await house.start({ PROJECTORS: part.join() });
  expect(await until('its part is there', () => kept(part.length))).toEqual(part.toSorted());
  await house.start({ PROJECTORS: rest.join() });
  await until('the rest is there', () => kept(all.length));
  await house.start();
  await flow('0a27', 60, async (index) => {
    if (index === 30) await killed(first);
  });
});

test('a projector that there is none of is named', async () => {
  const started = house.start({ PROJECTORS: 'log,lag' });
  await expect(started).rejects.toThrow('ended with 1');
});

test('the network forgets a connection and tells nobody: the other takes over within 10 s, and the first stands by again', async () => {
  const links: Link[] = [];
  const started = async () => {
    const link = await startLink(house.port);
    links.push(link);
    const child = await house.start({ DATABASE_URL: through(house.databaseUrl, link) });
    return { link, child };
  };
  const goesOn = async (id: string) => {
    const position = await house.append(`datasetImport-${id}`, startedImport(id));
    const passed = async () => {
      const status = await projectionStatus(house.pool);
      return status.length > 0 && status.every(({ live }) => live && live.position >= position);
    };
    await until(`somebody goes on with ${id}`, passed, TAKE_OVER_MS);
  };
  try {
    const first = await started();
    await goesOn('0001');
    const second = await started();
    first.link.forget(); // the active one
    await goesOn('0002');
    await killed(second.child);
    await goesOn('0003');
    const third = await started();
    third.link.forget(); // the one that stands by
    await killed(first.child);
    await goesOn('0004');
  } finally {
    await Promise.all(links.map((link) => link.close()));
  }
});

test('asked to stop, the process ends by itself, and so it does when its parent is gone', async () => {
  const asked = await house.start();
  await killed(asked, 'SIGTERM');
  expect(asked.exitCode).toBe(0);
  const orphan = await house.start();
  const ended = new Promise((resolve) => orphan.once('exit', resolve));
  orphan.disconnect();
  expect(await ended).toBe(0);
});
