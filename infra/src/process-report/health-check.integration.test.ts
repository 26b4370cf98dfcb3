import { execFile } from 'node:child_process';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import { migrate } from '@landline/api/platform/migrations';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabases, type TestDatabases } from '../testing/services.ts';
import { reportProcess } from './report.ts';

const HEALTH_CHECK = fileURLToPath(new URL('./health-check.ts', import.meta.url));

let postgres: TestDatabases;
let url: string;
let db: pg.Client;
beforeAll(async () => {
  postgres = await openTestDatabases();
  url = await postgres.database('landline');
  db = new pg.Client({ connectionString: url });
  await db.connect();
});
afterAll(async () => {
  await db?.end();
  await postgres?.dispose();
});

const check = (databaseUrl: string) =>
  new Promise<{ code: unknown; stderr: string }>((resolve) => {
    const env = { ...process.env, DATABASE_URL: databaseUrl };
    execFile(process.execPath, [HEALTH_CHECK], { env }, (error, _, stderr) =>
      resolve({ code: error?.code ?? 0, stderr }),
    );
  });

test('a container is healthy while its process reports', async () => {
  await migrate(url);
  expect(await check(url)).toEqual({
    code: 1,
    stderr: 'The process of this container has not reported recently\n',
  });
  reportProcess('test', url);
  await expect.poll(async () => (await db.query('SELECT FROM api.process')).rowCount).toBe(1);
  expect(await check(url)).toEqual({ code: 0, stderr: '' });
  await db.query(`UPDATE api.process SET host = 'elsewhere' WHERE host = $1`, [os.hostname()]);
  expect((await check(url)).code).toBe(1);
});

test('a container is unhealthy without its database', async () => {
  expect((await check('postgres://localhost:1/nowhere')).code).toBe(1);
});
