import { startTestPostgres, type TestPostgres } from '@landline/infra/testing/services';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedScores } from '../kernel/score.ts';
import { migrate } from '../schema/migrate.ts';
import { attachSet, indexSet, writeSet } from './score-set.ts';
import { retireLeftovers, sweep } from './sweep.ts';

let postgres: TestPostgres;
let databaseUrl: string;
let pool: pg.Pool;
const { signal } = new AbortController();

beforeAll(async () => {
  postgres = await startTestPostgres();
  databaseUrl = await postgres.database('landline');
  await migrate(databaseUrl);
  pool = new pg.Pool({ connectionString: databaseUrl });
});
afterAll(async () => {
  await pool.end();
  await postgres.dispose();
});

/** A set of one candidate, as a run writes it. */
async function aSet(): Promise<number> {
  const rows = { ids: new Uint8Array(16), scores: sharedScores(1), order: new Uint32Array(1) };
  const setId = await writeSet(pool, rows, () => undefined, signal);
  await attachSet(pool, setId);
  await indexSet(pool, setId, signal);
  return setId;
}

const point = (dataset: string, setId: number) =>
  pool.query(
    `INSERT INTO scoring.live_set (dataset_key, scope, set_id, model_hash, position) VALUES ($1, 'everyone', $2, '', 1)`,
    [dataset, setId],
  );
const longAgo = () => pool.query(`UPDATE scoring.retired_set SET retired_at = now() - interval '1 hour'`);
const read = async (setId: number) =>
  (await pool.query('SELECT 1 FROM scoring.score WHERE set_id = $1', [setId])).rowCount;

test('what no reader is sent to is kept for a while and then dropped; what is live stays', async () => {
  const [live, leftover] = [await aSet(), await aSet()];
  await point('a', live);
  await retireLeftovers(pool);
  await sweep(databaseUrl, signal);
  expect(await read(leftover)).toBe(1);
  await longAgo();
  await sweep(databaseUrl, signal);
  expect([await read(live), await read(leftover)]).toEqual([1, 0]);
  const { rows } = await pool.query(`SELECT to_regclass($1) AS gone`, [`scoring.score_${leftover}`]);
  expect(rows).toEqual([{ gone: null }]);
});

test('a sweep waits for a long reader, and nobody waits for the sweep', async () => {
  const [live, superseded] = [await aSet(), await aSet()];
  await point('b', live);
  await retireLeftovers(pool);
  await longAgo();
  const reader = await pool.connect();
  await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
  await reader.query('SELECT count(*) FROM scoring.score');

  const sweeping = sweep(databaseUrl, signal).catch((error: unknown) => error);
  const started = performance.now();
  let swept = false;
  void sweeping.then(() => {
    swept = true;
  });
  while (!swept) {
    expect(await read(live)).toBe(1);
    await pool.query(`UPDATE scoring.score_${live} SET score_tenths = 1`);
  }
  const next = await aSet();
  expect(await read(next)).toBe(1);
  expect(performance.now() - started).toBeLessThan(5_000);
  expect(await sweeping).toBeInstanceOf(pg.DatabaseError);

  await reader.query('COMMIT');
  reader.release();
  await sweep(databaseUrl, signal);
  expect(await read(superseded)).toBe(0);
  const { rowCount } = await pool.query('SELECT 1 FROM scoring.retired_set');
  expect(rowCount).toBe(0);
});
