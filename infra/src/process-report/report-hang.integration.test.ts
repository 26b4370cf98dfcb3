import os from 'node:os';
import { migrate } from '@landline/api/platform/migrations';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestDatabases, type TestDatabases } from '../testing/services.ts';
import { reportHang } from './report-hang.ts';

const PID = 7;

let postgres: TestDatabases;
let url: string;
let db: pg.Client;
beforeAll(async () => {
  postgres = await openTestDatabases();
  url = await postgres.database('landline');
  await migrate(url);
  db = new pg.Client({ connectionString: url });
  await db.connect();
});
afterAll(async () => {
  await db?.end();
  await postgres?.dispose();
});
beforeEach(async () => {
  await db.query('DELETE FROM api.process');
  await db.query(
    `INSERT INTO api.process (host, pid, name, started_at, reported_at, heap_used, heap_total, rss, cpu)
     VALUES ($1, $2, 'worker', now() - interval '1 hour', now() - interval '5 seconds', 1, 1, 1, 0)`,
    [os.hostname(), PID],
  );
});

async function readReport() {
  const { rows } = await db.query(
    `SELECT round(extract(epoch FROM reported_at - stuck_since))::int AS stuck, error_code AS error,
       reported_at > now() - interval '5 seconds' AS "isReported"
     FROM api.process WHERE pid = $1`,
    [PID],
  );
  return rows[0];
}

test('reports a blocked process as stuck since its last heartbeat', async () => {
  await reportHang(PID, url, () => 3_000);
  expect(await readReport()).toEqual({ stuck: 3, error: 'EVENT_LOOP_BLOCKED', isReported: true });
});

test('keeps the start and the error of a process that was stuck before its event loop was blocked', async () => {
  await db.query(`
    UPDATE api.process SET stuck_since = now() - interval '600 seconds', error_code = '42P01',
      error_message = 'relation does not exist', error_at = now() - interval '20 seconds'`);
  await reportHang(PID, url, () => 3_000);
  expect(await readReport()).toEqual({ stuck: 600, error: '42P01', isReported: true });
});

test('replaces an error from before the process was stuck', async () => {
  await db.query(`
    UPDATE api.process SET stuck_since = now() - interval '10 seconds', error_code = '42P01',
      error_message = 'relation does not exist', error_at = now() - interval '20 seconds'`);
  await reportHang(PID, url, () => 3_000);
  expect(await readReport()).toEqual({ stuck: 10, error: 'EVENT_LOOP_BLOCKED', isReported: true });
});

test('reports nothing if a heartbeat arrives in the meantime', async () => {
  const silences = [3_000, 0];
  await reportHang(PID, url, () => silences.shift() ?? 0);
  expect(await readReport()).toEqual({ stuck: null, error: null, isReported: false });
});
