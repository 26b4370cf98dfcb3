import { randomUUID } from 'node:crypto';
import { startLink } from '@landline/infra/testing/network-link';
import { createLogger } from '@landline/runtime/process/logger';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sharedScores } from '../kernel/scores.ts';
import { digestOf } from '../packed-scores.ts';
import { type Database, startDatabase } from '../testing/database.ts';
import { beginEpoch, inEpoch } from './epoch.ts';
import { storePackedScores } from './read-ahead.ts';
import { attachSet, nextSetId, writeSet } from './score-set.ts';
import { retireLeftovers, retireSet, sweep } from './sweep.ts';

let database: Database;
const { signal } = new AbortController();
let logged: { event: string; level: number; setId?: number }[] = [];
const log = createLogger('sweep', 'debug', { write: (line) => logged.push(JSON.parse(line)) });
beforeEach(() => {
  logged = [];
});
beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.stop());

const ONE_ROW = { ids: new Uint8Array(16), scores: sharedScores(1), order: new Uint32Array(1) };
const SCORED_ROWS = { ...ONE_ROW, idsDigest: digestOf(ONE_ROW.ids, ONE_ROW.order) };

/** Writes a set of one candidate, as a run does. */
async function insertSet(): Promise<number> {
  const setId = await nextSetId(database.pool);
  await storePackedScores(database.pool, setId, SCORED_ROWS, undefined);
  await writeSet(database.pool, setId, SCORED_ROWS, () => undefined, signal);
  await attachSet(database.pool, setId);
  return setId;
}

const makeLive = (dataset: string, setId: number, client: pg.Pool | pg.PoolClient = database.pool) =>
  client.query(
    `INSERT INTO scoring.live_set (dataset_key, scope, set_id, model_hash, position) VALUES ($1, 'everyone', $2, '', 1)`,
    [dataset, setId],
  );
const endRetention = () =>
  database.pool.query(`UPDATE scoring.retired_set SET retired_at = now() - interval '1 hour'`);
const scoreCount = async (setId: number) =>
  (await database.pool.query('SELECT 1 FROM scoring.score WHERE set_id = $1', [setId])).rowCount;
const packedCount = async (setId: number) =>
  (await database.pool.query('SELECT 1 FROM scoring.packed_scores WHERE set_id = $1', [setId])).rowCount;

test('drops unused sets after the retention period and keeps live ones', async () => {
  const [live, leftover] = [await insertSet(), await insertSet()];
  await makeLive('a', live);
  await retireLeftovers(database.pool);
  await sweep(database.url, signal, log);
  expect(await scoreCount(leftover)).toBe(1);
  await endRetention();
  await sweep(database.url, signal, log);
  expect([await scoreCount(live), await scoreCount(leftover)]).toEqual([1, 0]);
  const { rows } = await database.pool.query(`SELECT to_regclass($1) AS gone`, [`scoring.score_${leftover}`]);
  expect(rows).toEqual([{ gone: null }]);
  expect([await packedCount(live), await packedCount(leftover)]).toEqual([1, 0]);
});

test('keeps an abandoned set that became live', async () => {
  const setId = await insertSet();
  await retireSet(database.pool, setId);
  await endRetention();
  const epoch = await beginEpoch(database.pool, randomUUID());
  await inEpoch(database.pool, epoch, async (client) => {
    await makeLive('abandoned', setId, client);
    await expect(sweep(database.url, signal, log)).rejects.toThrow('lock timeout');
  });
  await sweep(database.url, signal, log);
  expect([await scoreCount(setId), await packedCount(setId)]).toEqual([1, 1]);
  await database.pool.query(`DELETE FROM scoring.live_set WHERE dataset_key = 'abandoned'`);
  await sweep(database.url, signal, log);
  expect(await scoreCount(setId)).toBe(0);
});

test('drops packed scores of a set that was never written', async () => {
  const setId = await nextSetId(database.pool);
  await storePackedScores(database.pool, setId, SCORED_ROWS, undefined);
  expect(await packedCount(setId)).toBe(1);
  await retireLeftovers(database.pool);
  await endRetention();
  await sweep(database.url, signal, log);
  expect(await packedCount(setId)).toBe(0);
});

test('gives up on a set that is still being read, without blocking others, and drops it once the reader ends', async () => {
  const [live, superseded] = [await insertSet(), await insertSet()];
  await makeLive('b', live);
  await retireLeftovers(database.pool);
  await endRetention();
  const reader = await database.pool.connect();
  await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
  await reader.query('SELECT count(*) FROM scoring.score');

  const startedAt = performance.now();
  let hasEnded = false;
  const sweeping = sweep(database.url, signal, log).finally(() => {
    hasEnded = true;
  });
  while (!hasEnded) {
    expect(await scoreCount(live)).toBe(1);
    await database.pool.query(`UPDATE scoring.score_${live} SET score_tenths = 1`);
  }
  const next = await insertSet();
  expect(await scoreCount(next)).toBe(1);
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  await sweeping;
  expect(logged).toMatchObject([{ event: 'sweep.blocked', level: 20, setId: superseded }]);

  await reader.query('COMMIT');
  reader.release();
  await sweep(database.url, signal, log);
  expect(await scoreCount(superseded)).toBe(0);
  const { rowCount } = await database.pool.query('SELECT 1 FROM scoring.retired_set');
  expect(rowCount).toBe(0);
});

test('reports a set that cannot be dropped and drops the others', async () => {
  const [blocked, leftover] = [await insertSet(), await insertSet()];
  await database.pool.query(`CREATE VIEW scoring.dependent AS SELECT * FROM scoring.score_${blocked}`);
  await retireLeftovers(database.pool);
  await endRetention();
  await sweep(database.url, signal, log);
  expect(logged).toMatchObject([{ event: 'sweep.failed', level: 40, setId: blocked }]);
  expect(await packedCount(leftover)).toBe(0);
  await database.pool.query('DROP VIEW scoring.dependent');
  await sweep(database.url, signal, log);
  expect(await packedCount(blocked)).toBe(0);
});

test('stops while waiting for a connection', async () => {
  const link = await startLink(database.port);
  const url = new URL(database.url);
  url.host = `127.0.0.1:${link.port}`;
  const stalled = link.stall(300);
  const controller = new AbortController();
  const sweeping = sweep(url.href, controller.signal, log);
  controller.abort(new Error('The test ends'));
  await expect(sweeping).rejects.toThrow('The test ends');
  await stalled;
  await link.close();
});
