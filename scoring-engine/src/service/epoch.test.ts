import { randomUUID } from 'node:crypto';
import { startTestPostgres, type TestPostgres } from '@landline/infra/testing/services';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../schema/migrate.ts';
import { beginEpoch, inEpoch } from './epoch.ts';
import { DisplacedError } from './transaction.ts';

let postgres: TestPostgres;
let pool: pg.Pool;

beforeAll(async () => {
  postgres = await startTestPostgres();
  const databaseUrl = await postgres.database('landline');
  await migrate(databaseUrl);
  pool = new pg.Pool({ connectionString: databaseUrl });
});
afterAll(async () => {
  await pool.end();
  await postgres.dispose();
});

test('only the transactions of the last epoch commit, whatever an earlier one has begun', async () => {
  const logId = randomUUID();
  const retire = (epoch: Awaited<ReturnType<typeof beginEpoch>>, setId: number) =>
    inEpoch(pool, epoch, (client) =>
      client.query('INSERT INTO scoring.retired_set (set_id, retired_at) VALUES ($1, now())', [setId]),
    );
  const first = await beginEpoch(pool, logId);
  await retire(first, 1);
  const second = await beginEpoch(pool, logId);
  await expect(retire(first, 2)).rejects.toThrow(DisplacedError);
  await retire(second, 3);
  const { rows } = await pool.query('SELECT set_id FROM scoring.retired_set ORDER BY set_id');
  expect(rows).toEqual([{ set_id: 1 }, { set_id: 3 }]);
});
