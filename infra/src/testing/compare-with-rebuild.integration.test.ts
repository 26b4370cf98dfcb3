import { COUNT, startScoredDatasetEnvironment } from '@landline/api/testing/scored-dataset-environment';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compareWithRebuilt } from './compare-with-rebuild.ts';

let testville: Awaited<ReturnType<typeof startScoredDatasetEnvironment>>;
let db: pg.Client;
beforeAll(async () => {
  testville = await startScoredDatasetEnvironment();
  db = new pg.Client({ connectionString: testville.api.services.databaseUrl });
  await db.connect();
});
afterAll(async () => {
  await db?.end();
  await testville?.stop();
});

const rebuilt = async (eventStoreUrl: string) => {
  const { databaseUrl } = testville.api.services;
  const { client } = testville.api.ports.eventStore;
  const options = { say: () => undefined, timeoutMs: 20_000 };
  const comparing = compareWithRebuilt({ databaseUrl, eventStoreUrl }, client, options);
  return await comparing.finally(() => db.query('DROP DATABASE rebuilt'));
};

test('reports a process that cannot start', async () => {
  await expect(rebuilt('nowhere')).rejects.toThrow('projections did not start');
});

test('reports equal rows, and shows a row that differs', async () => {
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
