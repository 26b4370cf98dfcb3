import { type Link, startLink, through } from '@landline/infra/testing/network-link';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { projectionStatus } from '../admin.ts';
import { projectors } from '../projectors/index.ts';
import {
  killAndWait,
  startTestEnvironment,
  type TestEnvironment,
  until,
} from '../testing/test-environment.ts';

vi.setConfig({ testTimeout: 60_000 });

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment();
});
afterEach(() => environment.reset());
afterAll(() => environment.stop());

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

/** Returns the running totals per chunk and the actual number of rows. */
async function countRows(import_id: string): Promise<{ imported: number; rows: number }> {
  const { rows } = await environment.pool.query(
    `SELECT
       (SELECT imported FROM read.dataset_import WHERE import_id = $1 AND generation =
         (SELECT live_generation FROM read.projector WHERE name = 'datasets')) AS imported,
       (SELECT count(*)::int FROM read.candidate WHERE import_id = $1 AND generation =
         (SELECT live_generation FROM read.projector WHERE name = 'candidates')) AS rows`,
    [import_id],
  );
  return rows[0];
}

/** Appends import chunks with faults after some of them, and expects every row exactly once. */
async function importWithFaults(
  import_id: string,
  chunks: number,
  injectFault: (index: number) => Promise<void>,
): Promise<void> {
  await environment.append(`datasetImport-${import_id}`, startedImport(import_id));
  let position = 0n;
  for (let index = 0; index < chunks; index++) {
    position = await environment.append(`datasetImport-${import_id}`, chunk(import_id, index));
    await injectFault(index);
  }
  await until('all events are applied', async () => {
    const status = await projectionStatus(environment.pool);
    return status.length > 0 && status.every(({ live }) => live && live.position >= position);
  });
  expect(await countRows(import_id)).toEqual({ imported: chunks * ROWS, rows: chunks * ROWS });
  expect((await projectionStatus(environment.pool)).every(({ parked }) => parked === 0)).toBe(true);
}

test('applies each event exactly once when the process is killed', async () => {
  let child = await environment.start();
  await importWithFaults('dead', 120, async (index) => {
    if (index % 30 !== 20) return;
    await killAndWait(child);
    child = await environment.start();
  });
});

test('keeps running and applies each event once when PostgreSQL is killed and restarted', async () => {
  const child = await environment.start();
  await importWithFaults('deadbeef', 60, async (index) => {
    if (index % 30 === 15) await environment.crashPostgres();
  });
  expect(child.exitCode).toBeNull();
});

test('keeps running when the event store is killed and restarted', async () => {
  const child = await environment.start();
  await importWithFaults('feed', 60, async (index) => {
    if (index % 30 === 15) await environment.crashEventStore();
  });
  expect(child.exitCode).toBeNull();
});

test('takes over within 10 s when the active process is killed', async () => {
  const first = await environment.start();
  await until('the process is active', async () => (await projectionStatus(environment.pool))[0]?.live);
  await environment.start();
  await importWithFaults('aced', 100, async (index) => {
    if (index !== 50) return;
    await killAndWait(first);
    const position = await environment.append('datasetImport-next', startedImport('next'));
    const hasContinued = async () => {
      const status = await projectionStatus(environment.pool);
      return status.every(({ live }) => live && live.position >= position);
    };
    await until('the other process continues', hasContinued, TAKE_OVER_MS);
  });
});

test('splits projectors between two processes, while a third stands by for both', async () => {
  const all = projectors.map(({ name }) => name);
  const [part, others] = [all.slice(0, 5), all.slice(5)];
  const built = async (count: number) => {
    const status = await projectionStatus(environment.pool);
    return status.filter(({ live }) => live).length === count && status.map(({ name }) => name);
  };
  await environment.append('datasetImport-part', startedImport('part'));
  const first = await environment.start({ PROJECTORS: part.join() });
  expect(await until('its read models are built', () => built(part.length))).toEqual(part.toSorted());
  await environment.start({ PROJECTORS: others.join() });
  await until('the other read models are built', () => built(all.length));
  await environment.start();
  await importWithFaults('0a27', 60, async (index) => {
    if (index === 30) await killAndWait(first);
  });
});

test('exits with 1 for an unknown projector', async () => {
  const start = environment.start({ PROJECTORS: 'log,lag' });
  await expect(start).rejects.toThrow('exited with 1');
});

test('takes over within 10 s when the network silently drops a connection; the disconnected process stands by again', async () => {
  const links: Link[] = [];
  const startBehindLink = async () => {
    const link = await startLink(environment.port);
    links.push(link);
    const child = await environment.start({ DATABASE_URL: through(environment.databaseUrl, link) });
    return { link, child };
  };
  const expectTakeover = async (id: string) => {
    const position = await environment.append(`datasetImport-${id}`, startedImport(id));
    const hasContinued = async () => {
      const status = await projectionStatus(environment.pool);
      return status.length > 0 && status.every(({ live }) => live && live.position >= position);
    };
    await until(`another runner continues ${id}`, hasContinued, TAKE_OVER_MS);
  };
  try {
    const first = await startBehindLink();
    await expectTakeover('0001');
    const second = await startBehindLink();
    first.link.forget(); // the active process
    await expectTakeover('0002');
    await killAndWait(second.child);
    await expectTakeover('0003');
    const third = await startBehindLink();
    third.link.forget(); // the standby process
    await killAndWait(first.child);
    await expectTakeover('0004');
  } finally {
    await Promise.all(links.map((link) => link.close()));
  }
});

test('exits when stopped or when its parent is gone', async () => {
  const stopped = await environment.start();
  await killAndWait(stopped, 'SIGTERM');
  expect(stopped.exitCode).toBe(0);
  const orphan = await environment.start();
  const ended = new Promise((resolve) => orphan.once('exit', resolve));
  orphan.disconnect();
  expect(await ended).toBe(0);
});
