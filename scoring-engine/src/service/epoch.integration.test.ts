import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, startDatabase } from '../testing/database.ts';
import { beginEpoch, FencedError, inEpoch } from './epoch.ts';

let database: Database;
beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.stop());

test('commits only transactions of the latest epoch', async () => {
  const logId = randomUUID();
  const retire = (epoch: Awaited<ReturnType<typeof beginEpoch>>, setId: number) =>
    inEpoch(database.pool, epoch, (client) =>
      client.query('INSERT INTO scoring.retired_set (set_id, retired_at) VALUES ($1, now())', [setId]),
    );
  const first = await beginEpoch(database.pool, logId);
  await retire(first, 1);
  const second = await beginEpoch(database.pool, logId);
  await expect(retire(first, 2)).rejects.toThrow(FencedError);
  await retire(second, 3);
  const { rows } = await database.pool.query('SELECT set_id FROM scoring.retired_set ORDER BY set_id');
  expect(rows).toEqual([{ set_id: 1 }, { set_id: 3 }]);
});

test('retires scores of another log, including a set retired before', async () => {
  const first = await beginEpoch(database.pool, randomUUID());
  await inEpoch(database.pool, first, async (client) => {
    await client.query(
      `INSERT INTO scoring.live_set (dataset_key, scope, set_id, model_hash, position)
       VALUES ('a', 'everyone', 11, '', 1), ('b', 'everyone', 12, '', 1)`,
    );
    await client.query(
      `INSERT INTO scoring.retired_set (set_id, retired_at) VALUES (11, now() - interval '1 hour')`,
    );
  });
  await beginEpoch(database.pool, randomUUID());
  const { rows } = await database.pool.query(
    `SELECT set_id, retired_at > now() - interval '1 minute' AS is_new FROM scoring.retired_set
     WHERE set_id > 10 ORDER BY set_id`,
  );
  expect(rows).toEqual([
    { set_id: 11, is_new: true },
    { set_id: 12, is_new: true },
  ]);
  const live = await database.pool.query('SELECT 1 FROM scoring.live_set');
  expect(live.rowCount).toBe(0);
});
