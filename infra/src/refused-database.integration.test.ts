import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { migrate as migrateApi } from '@landline/api/platform/migrations';
import { migrateJobQueue } from '@landline/api/platform/reactors/job-queue';
import { withConnection } from '@landline/runtime/postgres/connection';
import type { ClientBase } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from './event-store/schema.ts';
import { ensureDatabase } from './postgres/database.ts';
import { freePort } from './postgres/free-port.ts';
import { startPostgres } from './postgres/postgres.ts';
import { ROOT } from './supervisor/instance.ts';
import { type IsolatedServices, startIsolatedServices } from './testing/services.ts';

let services: IsolatedServices;
let databaseUrl: string;
let directory: string;
beforeAll(async () => {
  services = await startIsolatedServices();
  databaseUrl = await services.postgres.database('refused');
  directory = await mkdtemp(path.join(os.tmpdir(), 'landline-refused-'));
  await chmod(directory, 0o755); // PostgreSQL runs under another account when root starts it
});
afterAll(async () => {
  await services?.stop();
  await rm(directory, { recursive: true, force: true });
});

const START = 'infra/src/start.ts';

/** Roles are cluster-wide, so a test may find an existing one. */
const createRole = (client: ClientBase, role: string) =>
  client.query(
    `DO $$ BEGIN CREATE ROLE ${role} LOGIN PASSWORD '${role}'; EXCEPTION WHEN duplicate_object THEN END $$`,
  );

async function start(env: NodeJS.ProcessEnv, entry = START): Promise<{ code: number; stderr: string }> {
  const started = promisify(execFile)(process.execPath, [path.join(ROOT, entry)], {
    env: {
      ...process.env,
      DATA_DIR: directory,
      PORT: String(await freePort()),
      DEMO_DATA: 'off',
      ...env,
    },
    timeout: entry === START ? 60_000 : 20_000,
  });
  return await started.then(
    () => ({ code: 0, stderr: '' }),
    ({ code, stderr }) => ({ code, stderr }),
  );
}

const external = () => ({
  EVENTSTORE_URL: services.eventStoreUrl,
  JWT_SECRET: 'a secret for tests that is long enough',
});

test('exits with one sentence when PostgreSQL rejects the password', async () => {
  const wrong = databaseUrl.replace(/:[^:@/]+@/, ':wrong@');
  expect(await start({ ...external(), DATABASE_URL: wrong })).toEqual({
    code: 1,
    stderr: 'PostgreSQL rejects the user or password of DATABASE_URL\n',
  });
});

test('exits with one sentence when the user may not create a schema', async () => {
  await withConnection(databaseUrl, 'test', (client) => createRole(client, 'guest'));
  const guest = Object.assign(new URL(databaseUrl), { username: 'guest', password: 'guest' }).href;
  const { code, stderr } = await start({ ...external(), DATABASE_URL: guest });
  expect(code).toBe(1);
  expect(stderr).toBe('The user of DATABASE_URL lacks rights: permission denied for database refused\n');
});

describe.each([
  ['api', 'api/src/main.ts'],
  ['worker', 'api/src/worker.ts'],
  ['projections', 'projections/src/main.ts'],
  ['scoring engine', 'scoring-engine/src/main.ts'],
  ['relay', 'projections/src/relay/main.ts'],
])('the %s exits with one sentence', (_, entry) => {
  const startAlone = (url: URL) =>
    start({ ...external(), KAFKA_BROKERS: 'localhost:1', DATABASE_URL: url.href }, entry);

  test('when PostgreSQL rejects the password', async () => {
    const wrong = Object.assign(new URL(databaseUrl), { password: 'wrong' });
    expect(await startAlone(wrong)).toEqual({
      code: 1,
      stderr: 'PostgreSQL rejects the user or password of DATABASE_URL\n',
    });
  });

  test('when the database does not exist', async () => {
    const missing = Object.assign(new URL(databaseUrl), { pathname: '/missing' });
    expect(await startAlone(missing)).toEqual({
      code: 1,
      stderr: 'The database of DATABASE_URL cannot be opened: database "missing" does not exist\n',
    });
  });

  test('when the user may not connect to the database', async () => {
    const closed = new URL(await services.postgres.database(`closed_${entry.replace(/\W/g, '_')}`));
    await withConnection(closed.href, 'test', async (client) => {
      await client.query(`REVOKE CONNECT ON DATABASE ${closed.pathname.slice(1)} FROM PUBLIC`);
      await createRole(client, 'stranger');
    });
    const { code, stderr } = await startAlone(
      Object.assign(closed, { username: 'stranger', password: 'stranger' }),
    );
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^The user of DATABASE_URL lacks rights: permission denied for database "closed_\w+"\n$/,
    );
  });
});

describe.each([
  ['api', 'api/src/main.ts'],
  ['worker', 'api/src/worker.ts'],
])('after the migration, the %s exits with one sentence', (_, entry) => {
  const startAs = async (role: string, rights: string) => {
    const url = new URL(await services.postgres.database(role));
    await migrateApi(url.href);
    await migrateJobQueue(url.href, pino({ level: 'silent' }));
    await withConnection(url.href, 'test', async (client) => {
      await createRole(client, role);
      await client.query(
        `GRANT CREATE ON DATABASE ${role} TO ${role}; GRANT ALL ON SCHEMA api TO ${role}; ${rights}`,
      );
    });
    const roleUrl = Object.assign(url, { username: role, password: role });
    return await start({ ...external(), DATABASE_URL: roleUrl.href }, entry);
  };
  const name = path.basename(entry, '.ts');

  test('when the user may not write the secrets', async () => {
    const role = `reader_of_${name}`;
    expect(await startAs(role, `GRANT SELECT ON ALL TABLES IN SCHEMA api TO ${role}`)).toEqual({
      code: 1,
      stderr: 'The user of DATABASE_URL lacks rights: permission denied for table secret\n',
    });
  });

  test('when the user may not use the job queue', async () => {
    const role = `jobless_${name}`;
    expect(await startAs(role, `GRANT ALL ON ALL TABLES IN SCHEMA api TO ${role}`)).toEqual({
      code: 1,
      stderr: 'The user of DATABASE_URL lacks rights: permission denied for schema graphile_worker\n',
    });
  });
});

test('exits with one sentence on the event log of a newer release', async () => {
  const dataDir = path.join(directory, 'newer');
  const postgres = await startPostgres({ dataDir: path.join(dataDir, 'postgres') });
  await ensureDatabase(postgres.url('eventstore'));
  await withConnection(postgres.url('eventstore'), 'test', async (client) => {
    await migrate(client);
    await client.query('INSERT INTO event_store.migration (version) SELECT generate_series(100, 200)');
  });
  await postgres.stop();
  await rm(path.join(dataDir, 'postgres', 'owner.json')); // this process owned the cluster and keeps running
  const { code, stderr } = await start({ DATA_DIR: dataDir });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^Schema event_store is at version \d+, but this program only knows .*\n$/);
});
