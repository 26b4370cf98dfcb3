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

test('a report removes processes that have not reported for an hour', async () => {
  await migrate(url);
  const { report } = reportProcess('test', url);
  const others = async () => (await db.query(`SELECT name FROM api.process WHERE name <> 'test'`)).rows;
  const insert = (name: string, pid: number, age: string) =>
    db.query(
      `INSERT INTO api.process (host, pid, name, started_at, reported_at, heap_used, heap_total, rss, cpu)
       VALUES ('elsewhere', $2, $1, now(), now() - $3::interval, 1, 1, 1, 0)`,
      [name, pid, age],
    );
  await expect
    .poll(async () => (await db.query(`SELECT FROM api.process WHERE host = $1`, [os.hostname()])).rowCount)
    .toBe(1);
  await insert('relay', -1, '2 hours');
  await insert('worker', -2, '30 minutes');
  report();
  await expect.poll(others).toEqual([{ name: 'worker' }]);
});

test('a process that stops removes its report', async () => {
  await migrate(url);
  const { report, remove } = reportProcess('stopping', url);
  const stored = async () => (await db.query(`SELECT FROM api.process WHERE name = 'stopping'`)).rowCount;
  await expect.poll(stored).toBe(1);
  report();
  await remove();
  report();
  expect(await stored()).toBe(0);
});

test('a report whose database is gone does not keep its process from stopping', async () => {
  await reportProcess('stopping', 'postgres://localhost:1/nowhere').remove();
});

test('a container is unhealthy without its database', async () => {
  expect((await check('postgres://localhost:1/nowhere')).code).toBe(1);
});
