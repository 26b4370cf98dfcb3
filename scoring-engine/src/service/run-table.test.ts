import { EVERYONE } from '@landline/event-schemas';
import { startTestPostgres, type TestPostgres } from '@landline/infra/testing/services';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../schema/migrate.ts';
import { enqueue, takeStep } from './run-table.ts';
import { transaction } from './transaction.ts';

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

const need = (n: number, datasetKey = 'a') => ({
  datasetKey,
  scope: EVERYONE,
  runId: `${datasetKey}-${n}`,
  position: BigInt(n),
  cancelled: false,
});

test('the last runs of a dataset are kept, and those of others', async () => {
  await transaction(pool, async (client) => {
    await enqueue(client, need(0, 'b'));
    for (let n = 0; n < 70; n++) {
      await enqueue(client, need(n));
      if (n > 0) await takeStep(client, `a-${n}`, 'FAIL', { error: 'once more' });
    }
  });
  const { rows } = await pool.query<{ run_id: string }>('SELECT run_id FROM scoring.run ORDER BY position');
  const kept = rows.map(({ run_id }) => run_id);
  expect(kept).toContain('b-0');
  expect(kept.filter((id) => id.startsWith('a-'))).toEqual(
    Array.from({ length: 51 }, (_, n) => `a-${19 + n}`),
  );
});
