import { setTimeout as pause } from 'node:timers/promises';
import { startTestServices, type TestServices } from '@landline/infra/testing/services';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '../testing/api.ts';
import { migrateJobQueue } from './job-queue.ts';
import { isWorkerAlive, showLife } from './liveness.ts';

const POOL = 'pool';
const AWAY = 'pool that is away';
/** As in `liveness.ts`. */
const SWEEP_MS = 3_000;
const DEAD_MS = 9_000;

let services: TestServices;
let databaseUrl: string;
let database: pg.Pool;
/** Connected to another database, which goes on taking connections. */
let operator: pg.Client;
let told: string[];
const log = pino({ level: 'warn' }, { write: (line) => told.push(line) });
let stop: () => Promise<void>;

beforeAll(async () => {
  services = await startTestServices();
  databaseUrl = await services.postgres.database('liveness');
  await migrateJobQueue(databaseUrl, pino({ level: 'silent' }));
  operator = new pg.Client(services.databaseUrl);
  await operator.connect();
});
afterAll(async () => {
  await operator?.end();
  await services?.stop();
});
beforeEach(() => {
  told = [];
  database = new pg.Pool({ connectionString: databaseUrl });
});
afterEach(async () => {
  await stop?.();
  await database.query('DELETE FROM graphile_worker._private_jobs');
  await database.end();
});

/** A job that such a pool holds and does not run. */
async function held(by: string): Promise<void> {
  await database.query(`SELECT graphile_worker.add_job('any')`);
  await database.query('UPDATE graphile_worker._private_jobs SET locked_by = $1, locked_at = now()', [by]);
}

async function holders(): Promise<(string | null)[]> {
  const { rows } = await database.query<{ locked_by: string | null }>(
    'SELECT locked_by FROM graphile_worker._private_jobs',
  );
  return rows.map(({ locked_by }) => locked_by);
}

/** Shows the pool's life, until it has looked for the first time. */
async function live(): Promise<void> {
  stop = showLife(databaseUrl, { id: POOL, running: new Set() }, log);
  await hasLooked();
}

/** The connection that shows life. */
const SHOWING = `pg_stat_activity JOIN pg_locks USING (pid)
  WHERE datname = 'liveness' AND locktype = 'advisory' AND objsubid = 2`;

const hasLooked = () =>
  eventually('it has looked', async () => {
    const { rows } = await operator.query<{ query: string }>(
      `SELECT query FROM ${SHOWING} AND state = 'idle'`,
    );
    // Its last query is that of a look, or the question after it whether the other end is there.
    return rows.some(({ query }) => query.includes('_private_jobs WHERE locked_by') || query === 'SELECT 1');
  });

const cut = () => operator.query(`SELECT pg_terminate_backend(pid) FROM ${SHOWING}`);

const takeConnections = (does: boolean) =>
  operator.query(`ALTER DATABASE liveness ALLOW_CONNECTIONS ${does}`);

test('a job that has just ended is not given back for two looks that a cut brought close together', async () => {
  await held(POOL);
  await live();
  const cutAt = performance.now();
  await cut();
  await eventually('it is given back', async () => (await holders()).includes(null));
  expect(performance.now() - cutAt).toBeGreaterThan(SWEEP_MS);
  expect(told.filter((line) => line.includes('Could not show that this worker lives'))).toHaveLength(1);
});

test('nobody is dead for having been missing before a cut that both lived through', {
  timeout: 30_000,
}, async () => {
  await held(AWAY);
  await live();
  await takeConnections(false);
  await cut();
  // Time itself: the database is away for longer than one may be missing.
  await pause(DEAD_MS + 100);
  await takeConnections(true);
  await hasLooked();
  expect(await holders()).toEqual([AWAY]);
});

test('whoever has stopped holds no lock any more', async () => {
  await live();
  expect(await isWorkerAlive(database)).toBe(true);
  await stop();
  expect(await isWorkerAlive(database)).toBe(false);
});
