import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { withConnection } from '@landline/runtime/postgres/connection';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from './event-store/schema.ts';
import { ensureDatabase } from './postgres/database.ts';
import { freePort } from './postgres/free-port.ts';
import { startPostgres } from './postgres/postgres.ts';
import { ROOT } from './supervisor/instance.ts';
import { startTestServices, type TestServices } from './testing/services.ts';

let services: TestServices;
let databaseUrl: string;
let directory: string;
beforeAll(async () => {
  services = await startTestServices();
  databaseUrl = await services.postgres.database('refused');
  directory = await mkdtemp(path.join(os.tmpdir(), 'landline-refused-'));
  await chmod(directory, 0o755); // PostgreSQL runs under another account when root starts it
});
afterAll(async () => {
  await services?.stop();
  await rm(directory, { recursive: true, force: true });
});

async function start(env: NodeJS.ProcessEnv): Promise<{ code: number; stderr: string }> {
  const started = promisify(execFile)(process.execPath, [path.join(ROOT, 'infra/src/start.ts')], {
    env: {
      ...process.env,
      DATA_DIR: directory,
      PORT: String(await freePort()),
      DEMO_DATA: 'off',
      ...env,
    },
    timeout: 60_000,
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

test('exits with one sentence when PostgreSQL refuses the password', { timeout: 90_000 }, async () => {
  const wrong = databaseUrl.replace(/:[^:@/]+@/, ':wrong@');
  expect(await start({ ...external(), DATABASE_URL: wrong })).toEqual({
    code: 1,
    stderr: 'PostgreSQL refuses the user or password of DATABASE_URL\n',
  });
});

test('exits with one sentence when the user may not create a schema', { timeout: 90_000 }, async () => {
  await withConnection(databaseUrl, 'test', (client) =>
    client.query("CREATE ROLE guest LOGIN PASSWORD 'guest'"),
  );
  const guest = Object.assign(new URL(databaseUrl), { username: 'guest', password: 'guest' }).href;
  const { code, stderr } = await start({ ...external(), DATABASE_URL: guest });
  expect(code).toBe(1);
  expect(stderr).toBe('The user of DATABASE_URL lacks rights: permission denied for database refused\n');
});

test('exits with one sentence on the event log of a newer release', { timeout: 90_000 }, async () => {
  const dataDir = path.join(directory, 'newer');
  const postgres = await startPostgres({ dataDir: path.join(dataDir, 'postgres') });
  await ensureDatabase(postgres.url('eventstore'));
  await withConnection(postgres.url('eventstore'), 'test', async (client) => {
    await migrate(client);
    await client.query('INSERT INTO event_store.migration (version) SELECT generate_series(100, 200)');
  });
  await postgres.stop();
  await rm(path.join(dataDir, 'postgres', 'owner.json')); // this process owned it, and lives on
  const { code, stderr } = await start({ DATA_DIR: dataDir });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^Schema event_store is at version \d+, but this program only knows .*\n$/);
});
