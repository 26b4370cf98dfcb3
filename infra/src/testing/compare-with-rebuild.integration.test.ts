import {
  PARCEL_COUNT,
  startScoredDatasetEnvironment,
} from '@landline/api/testing/scored-dataset-environment';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compareWithRebuild } from './compare-with-rebuild.ts';

let environment: Awaited<ReturnType<typeof startScoredDatasetEnvironment>>;
let db: pg.Client;
beforeAll(async () => {
  environment = await startScoredDatasetEnvironment();
  db = new pg.Client({ connectionString: environment.api.services.databaseUrl });
  await db.connect();
});
afterAll(async () => {
  await db?.end();
  await environment?.stop();
});

const compare = async (eventStoreUrl: string) => {
  const { databaseUrl } = environment.api.services;
  const { client } = environment.api.ports.eventStore;
  const options = { progress: () => undefined, timeoutMs: 20_000 };
  const comparing = compareWithRebuild({ databaseUrl, eventStoreUrl }, client, options);
  return await comparing.finally(() => db.query('DROP DATABASE rebuilt'));
};

test('reports a process that cannot start', async () => {
  await expect(compare('nowhere')).rejects.toThrow('projections did not start');
});

test('counts equal rows, and reports a changed row once per database', async () => {
  const { eventStoreUrl } = environment.api.services;
  const { compared, seconds } = await compare(eventStoreUrl);
  expect(seconds).toBeGreaterThan(0);
  expect(compared.filter(({ differing }) => differing > 0)).toEqual([]);
  expect(compared).toContainEqual(expect.objectContaining({ name: 'candidate', equalRows: PARCEL_COUNT }));

  await db.query(`UPDATE read.candidate SET zip_code = 'wrong' WHERE apn = '10-7'`);
  const { compared: comparedAfterChange } = await compare(eventStoreUrl);
  expect(comparedAfterChange.filter(({ differing }) => differing > 0)).toMatchObject([
    { name: 'candidate', equalRows: PARCEL_COUNT - 1, differing: 2 },
  ]);
});
