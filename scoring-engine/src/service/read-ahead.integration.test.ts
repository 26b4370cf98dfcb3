import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { modelHash } from '../model.ts';
import { READ_AHEAD_LOCK, SCORES_WRITTEN_CHANNEL, scoresWritten } from '../scores-written.ts';
import { anotherModel, publishModel } from '../testing/models.ts';
import { importParcels, parcels } from '../testing/parcels.ts';
import { readScores } from '../testing/scores.ts';
import { startTestEnvironment, type TestEnvironment, until } from '../testing/test-environment.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment();
  await environment.startEngine();
});
afterAll(() => environment.stop());

/** Acts like a reader that loads the set that the engine writes next. */
const readNextSet = (reader: pg.Client) =>
  reader.query(
    `SELECT pg_advisory_lock_shared(${READ_AHEAD_LOCK}, (SELECT last_value::int + 1 FROM scoring.set_id))`,
  );

test('makes a set live after readers have loaded it in advance', async () => {
  await importParcels(environment, 'read-ahead', parcels('read-ahead', 50));
  const first = await until('the first scores', () => readScores(environment, 'read-ahead'));
  const reader = new pg.Client({ connectionString: environment.databaseUrl });
  await reader.connect();
  const notified = new Promise<string | undefined>((resolve) => {
    reader.on('notification', ({ payload }) => resolve(payload));
  });
  await reader.query(`LISTEN ${SCORES_WRITTEN_CHANNEL}`);
  await readNextSet(reader);
  const model = anotherModel(1);
  await publishModel(environment, model);

  const { datasetKey, setId, replaces } = scoresWritten.parse(JSON.parse((await notified) ?? ''));
  expect(datasetKey).toBe('read-ahead');
  const { rows } = await reader.query(
    'SELECT piece, length(scores) / 6 AS candidates FROM scoring.packed_scores WHERE set_id = $1',
    [setId],
  );
  expect(rows).toEqual([{ piece: 0, candidates: 50 }]);
  const liveSet = async () =>
    (await reader.query('SELECT set_id FROM scoring.live_set WHERE dataset_key = $1', [datasetKey])).rows[0]
      .set_id;
  await until('the engine waits', async () => {
    const waiting = await environment.pool.query(
      `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = $1 AND NOT granted`,
      [setId],
    );
    return waiting.rowCount === 1;
  });
  expect(await liveSet()).toBe(replaces);
  expect((await readScores(environment, 'read-ahead'))?.modelHash).toBe(first.modelHash);

  await reader.query('SELECT pg_advisory_unlock_all()');
  await until('the swap', async () => (await liveSet()) === setId);
  expect((await readScores(environment, 'read-ahead'))?.modelHash).toBe(modelHash(model));
  await reader.end();
});

test('does not wait for a reader that takes too long', async () => {
  const reader = new pg.Client({ connectionString: environment.databaseUrl });
  await reader.connect();
  await readNextSet(reader);
  const model = anotherModel(2);
  await publishModel(environment, model);
  await until(
    'the swap',
    async () => (await readScores(environment, 'read-ahead'))?.modelHash === modelHash(model),
  );
  await reader.end();
});
