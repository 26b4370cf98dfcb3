import { EVERYONE } from '@landline/event-schemas';
import { transaction } from '@landline/runtime/postgres/transaction';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, startDatabase } from '../testing/database.ts';
import { enqueue, transitionRun } from './run-table.ts';

let database: Database;
beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.stop());

const requestOf = (n: number, datasetKey = 'a') => ({
  datasetKey,
  scope: EVERYONE,
  runId: `${datasetKey}-${n}`,
  position: BigInt(n),
  cancelled: false,
});

test('keeps the last runs of each dataset', async () => {
  await transaction(database.pool, async (client) => {
    await enqueue(client, requestOf(0, 'b'));
    for (let n = 0; n < 70; n++) {
      await enqueue(client, requestOf(n));
      if (n > 0) await transitionRun(client, `a-${n}`, 'FAIL', { error: 'failed' });
    }
  });
  const { rows } = await database.pool.query<{ run_id: string }>(
    'SELECT run_id FROM scoring.run ORDER BY position',
  );
  const runIds = rows.map(({ run_id }) => run_id);
  expect(runIds).toContain('b-0');
  expect(runIds.filter((id) => id.startsWith('a-'))).toEqual(
    Array.from({ length: 51 }, (_, n) => `a-${19 + n}`),
  );
});
