import { setTimeout as pause } from 'node:timers/promises';
import { startTestServices, type TestServices } from '@landline/infra/testing/services';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../testing/api.ts';
import { migrateJobQueue } from './job-queue.ts';
import { isWorkerAlive, startLiveness } from './liveness.ts';

const POOL = 'pool';
const MISSING_POOL = 'missing pool';
/** The values in `liveness.ts`. */
const SWEEP_MS = 3_000;
const DEAD_MS = 9_000;

let services: TestServices;
let databaseUrl: string;
let database: pg.Pool;
let name: string;
/** Connected to another database, which stays available. */
let operator: pg.Client;
let logLines: string[];
const log = pino({ level: 'warn' }, { write: (line) => logLines.push(line) });
let stop: () => Promise<void>;

beforeAll(async () => {
  services = await startTestServices();
  databaseUrl = await services.postgres.database('liveness');
  name = new URL(databaseUrl).pathname.slice(1);
  await migrateJobQueue(databaseUrl, pino({ level: 'silent' }));
  operator = new pg.Client(services.databaseUrl);
  await operator.connect();
});
afterAll(async () => {
  await operator?.end();
  await services?.stop();
});
beforeEach(() => {
  logLines = [];
  database = new pg.Pool({ connectionString: databaseUrl });
});
afterEach(async () => {
  await stop?.();
  await database.query('DELETE FROM graphile_worker._private_jobs');
  await database.end();
});

/** Locks a job for a pool that does not run it. */
async function holdJob(by: string): Promise<void> {
  await database.query(`SELECT graphile_worker.add_job('any')`);
  await database.query('UPDATE graphile_worker._private_jobs SET locked_by = $1, locked_at = now()', [by]);
}

async function holders(): Promise<(string | null)[]> {
  const { rows } = await database.query<{ locked_by: string | null }>(
    'SELECT locked_by FROM graphile_worker._private_jobs',
  );
  return rows.map(({ locked_by }) => locked_by);
}

/** Starts the liveness lock and waits for its first check. */
async function startAndCheck(): Promise<void> {
  stop = startLiveness(databaseUrl, { id: POOL, running: new Set() }, log);
  await waitForCheck();
}

/** The connection that holds the liveness lock. */
const LOCK_CONNECTION = `pg_stat_activity JOIN pg_locks USING (pid)
  WHERE datname = $1 AND locktype = 'advisory' AND objsubid = 2`;

const waitForCheck = () =>
  eventually('the worker has checked for orphaned jobs', async () => {
    const { rows } = await operator.query<{ query: string }>(
      `SELECT query FROM ${LOCK_CONNECTION} AND state = 'idle'`,
      [name],
    );
    // Its last query comes from a check or a connection probe.
    return rows.some(({ query }) => query.includes('_private_jobs WHERE locked_by') || query === 'SELECT 1');
  });

const cutConnection = () =>
  operator.query(`SELECT pg_terminate_backend(pid) FROM ${LOCK_CONNECTION}`, [name]);

const allowConnections = (isAllowed: boolean) =>
  operator.query(`ALTER DATABASE "${name}" ALLOW_CONNECTIONS ${isAllowed}`);

test('unlocks an ended job only at the second check after a reconnection', async () => {
  await holdJob(POOL);
  await startAndCheck();
  const cutAt = performance.now();
  await cutConnection();
  await eventually('the job is unlocked', async () => (await holders()).includes(null));
  expect(performance.now() - cutAt).toBeGreaterThan(SWEEP_MS);
  expect(logLines.filter((line) => line.includes('Lost the liveness lock of this worker'))).toHaveLength(1);
});

test('ignores how long a pool was missing before a connection loss', async () => {
  await holdJob(MISSING_POOL);
  await startAndCheck();
  await allowConnections(false);
  await cutConnection();
  // The database is unavailable for longer than a pool may be missing.
  await pause(DEAD_MS + 100);
  await allowConnections(true);
  await waitForCheck();
  expect(await holders()).toEqual([MISSING_POOL]);
});

test('releases the lock on stop', async () => {
  await startAndCheck();
  expect(await isWorkerAlive(database)).toBe(true);
  await stop();
  expect(await isWorkerAlive(database)).toBe(false);
});
