import { COUNT, startTestville } from '@landline/api/testing/testville';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compareWithRebuilt } from './rebuilt.ts';

let testville: Awaited<ReturnType<typeof startTestville>>;
let db: pg.Client;
beforeAll(async () => {
  testville = await startTestville();
  db = new pg.Client({ connectionString: testville.api.services.databaseUrl });
  await db.connect();
});
afterAll(async () => {
  await db?.end();
  await testville?.stop();
});

const rebuilt = async (eventStoreUrl: string) => {
  const { databaseUrl } = testville.api.services;
  const { client } = testville.api.deps.eventStore;
  const patience = { say: () => undefined, patienceMs: 20_000 };
  const comparing = compareWithRebuilt({ databaseUrl, eventStoreUrl }, client, patience);
  return await comparing.finally(() => db.query('DROP DATABASE rebuilt'));
};

test('a process that cannot start is told', async () => {
  await expect(rebuilt('nowhere')).rejects.toThrow('projections did not start');
});

test('is row for row what it was, and a row that differs is shown', async () => {
  const { eventStoreUrl } = testville.api.services;
  const { compared, seconds } = await rebuilt(eventStoreUrl);
  expect(seconds).toBeGreaterThan(0);
  expect(compared.filter(({ differing }) => differing > 0)).toEqual([]);
  expect(compared).toContainEqual(expect.objectContaining({ name: 'candidate', rows: COUNT }));

  await db.query(`UPDATE read.candidate SET zip_code = 'wrong' WHERE apn = '10-7'`);
  const { compared: wrong } = await rebuilt(eventStoreUrl);
  expect(wrong.filter(({ differing }) => differing > 0)).toMatchObject([
    { name: 'candidate', rows: COUNT - 1, differing: 2 },
  ]);
}, 60_000);
