import type { CandidateFeatures } from '@landline/event-schemas';
import { holdRuns } from '@landline/infra/testing/hold-runs';
import { startLink, through } from '@landline/infra/testing/link';
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { learn } from '../learning.ts';
import { DEFAULT_MODEL, type ScoringModel } from '../model.ts';
import { type House, killed, startHouse, until } from '../testing/house.ts';
import { anotherModel, publishModel } from '../testing/models.ts';
import { importParcels, judge, parcels } from '../testing/parcels.ts';
import { seededRandom } from '../testing/random.ts';
import { ask, expectToldOnce, stateOf } from '../testing/runs.ts';
import { contradictions, differences, expectedScores, readScores, scoredBy } from '../testing/scores.ts';

vi.setConfig({ testTimeout: 90_000 });

const KEY = 'hit';

let house: House;
beforeEach(async () => {
  house = await startHouse();
});
afterEach(() => house.stop());

const taught = (
  tables: ScoringModel,
  rows: readonly CandidateFeatures[],
  judged: ReadonlyMap<string, 'good' | 'bad'>,
): ScoringModel =>
  learn(
    tables,
    'adu',
    rows.flatMap((features) => {
      const classification = judged.get(features.id);
      return classification ? [{ features, classification }] : [];
    }),
  );

test('an engine that is killed at any moment goes on where it was, and tells of each run once', async () => {
  const random = seededRandom();
  const rows = parcels(KEY, 20_000);
  const judged = new Map<string, 'good' | 'bad'>();
  let engine = await house.startEngine();
  await importParcels(house, KEY, rows);
  let model = DEFAULT_MODEL;
  for (let round = 1; round <= 5; round++) {
    model = anotherModel(round);
    await publishModel(house, model);
    const candidate = rows[Math.floor(random() * rows.length)]?.id ?? '';
    await judge(house, KEY, candidate, 'bad');
    judged.set(candidate, 'bad');
    await new Promise((resolve) => setTimeout(resolve, random() * 300)); // the moment of the crash
    await killed(engine);
    engine = await house.startEngine();
  }
  await until('the scores of what was learned', scoredBy(house, KEY, taught(model, rows, judged)));
  expect(await contradictions(house, KEY, rows, judged)).toEqual([]);
  await expectToldOnce(house, KEY);
});

test('a run that is cut off is taken up again, and one that was cancelled is not', async () => {
  const rows = parcels(KEY, 5_000);
  let engine = await house.startEngine();
  await importParcels(house, KEY, rows);
  const before = await until('the first scores', scoredBy(house, KEY, DEFAULT_MODEL));
  const isAt = (runId: string, state: string) =>
    until(`run ${runId} ${state}`, async () => (await stateOf(house, runId)) === state);
  const killedWhileWriting = (runId: string, meanwhile = async () => {}) =>
    holdRuns(house.databaseUrl, async () => {
      await ask(house, 'RescoringRequested', KEY, runId);
      await isAt(runId, 'writing');
      await meanwhile();
      await killed(engine);
    });

  await killedWhileWriting('cut-off');
  engine = await house.startEngine();
  await isAt('cut-off', 'completed');
  await killedWhileWriting('unwanted', async () => {
    await ask(house, 'RescoringCancelled', KEY, 'unwanted');
    await isAt('unwanted', 'cancelled');
  });
  engine = await house.startEngine();
  await ask(house, 'RescoringRequested', KEY, 'next');
  await isAt('next', 'completed');
  await isAt('unwanted', 'cancelled');
  expect(differences((await readScores(house, KEY))?.scores, before.scores)).toEqual([]);
  await expectToldOnce(house, KEY);
});

test('the loss of the database in the middle of a run costs nothing but time', async () => {
  const random = seededRandom();
  const rows = parcels(KEY, 20_000);
  await house.startEngine();
  await importParcels(house, KEY, rows);
  let model = DEFAULT_MODEL;
  const judged = new Map<string, 'good' | 'bad'>();
  for (let round = 1; round <= 2; round++) {
    await until('the scores before', scoredBy(house, KEY, taught(model, rows, judged)));
    model = anotherModel(round);
    await publishModel(house, model);
    const candidate = rows[round]?.id ?? '';
    await judge(house, KEY, candidate, 'good');
    judged.set(candidate, 'good');
    await new Promise((resolve) => setTimeout(resolve, random() * 200)); // the moment of the crash
    await house.crashPostgres();
  }
  await until('the scores of what was learned', scoredBy(house, KEY, taught(model, rows, judged)));
  expect(await contradictions(house, KEY, rows, judged)).toEqual([]);
  await expectToldOnce(house, KEY);
});

test('the loss of the event store is waited out', async () => {
  const rows = parcels(KEY, 2_000);
  await house.startEngine();
  await importParcels(house, KEY, rows);
  await until('the first scores', scoredBy(house, KEY, DEFAULT_MODEL));
  await house.crashEventStore();
  const model = anotherModel(1);
  await until('an append', () => publishModel(house, model));
  const live = await until('the scores of the new model', scoredBy(house, KEY, model));
  expect(differences(live.scores, expectedScores('adu', rows, model))).toEqual([]);
  await expectToldOnce(house, KEY);
});

test('of two engines one is active, and the other takes over', async () => {
  const rows = parcels(KEY, 2_000);
  const epoch = async () => {
    const { rows: found } = await house.pool.query<{ epoch: number }>('SELECT epoch FROM scoring.checkpoint');
    return found[0]?.epoch ?? 0;
  };
  const first = await house.startEngine();
  await until('the first epoch', async () => (await epoch()) === 1);
  await house.startEngine();
  await importParcels(house, KEY, rows);
  await until('the first scores', scoredBy(house, KEY, DEFAULT_MODEL));
  expect(await epoch()).toBe(1);
  await killed(first);
  const model = anotherModel(1);
  await publishModel(house, model);
  await until('the scores of the new model', scoredBy(house, KEY, model));
  expect(await epoch()).toBe(2);
  await expectToldOnce(house, KEY);
});

test('the network forgets a connection and tells nobody: another engine takes over, and the first does in its turn', async () => {
  const link = await startLink(house.port);
  try {
    await house.startEngine({ DATABASE_URL: through(house.databaseUrl, link) });
    const rows = parcels(KEY, 2_000);
    await importParcels(house, KEY, rows);
    await until('the first scores', scoredBy(house, KEY, DEFAULT_MODEL));
    const second = await house.startEngine();
    link.forget();
    let model = anotherModel(1);
    await publishModel(house, model);
    await until('the scores of the new model', scoredBy(house, KEY, model), 15_000);
    await killed(second);
    model = anotherModel(2);
    await publishModel(house, model);
    await until('the scores of the newest model', scoredBy(house, KEY, model), 15_000);
    await expectToldOnce(house, KEY);
  } finally {
    await link.close();
  }
});

test('the answer to the commit of a swap is lost: the log is told of the run all the same', async () => {
  const link = await startLink(house.port);
  const holder = new pg.Client({ connectionString: house.databaseUrl });
  try {
    await house.startEngine({ DATABASE_URL: through(house.databaseUrl, link) });
    const rows = parcels(KEY, 500);
    await importParcels(house, KEY, rows);
    await until('the first scores', scoredBy(house, KEY, DEFAULT_MODEL));
    await expectToldOnce(house, KEY);
    const epoch = async () =>
      (await house.pool.query<{ epoch: string }>('SELECT epoch FROM scoring.checkpoint')).rows;
    const active = await epoch();
    // A commit that waits for the test, before it takes effect.
    await house.pool.query(`CREATE FUNCTION held() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN PERFORM pg_advisory_xact_lock(4711); RETURN NULL; END'`);
    await house.pool.query(`CREATE CONSTRAINT TRIGGER held AFTER UPDATE ON scoring.live_set
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION held()`);
    await holder.connect();
    await holder.query('SELECT pg_advisory_lock(4711)');
    const model = anotherModel(1);
    await publishModel(house, model);
    const port = await until('the commit', async () => {
      const { rows: found } = await house.pool.query<{ client_port: number }>(
        `SELECT client_port FROM pg_stat_activity JOIN pg_locks USING (pid)
         WHERE query = 'COMMIT' AND locktype = 'advisory' AND objid = 4711 AND NOT granted`,
      );
      return found[0]?.client_port;
    });
    link.cut(port);
    await holder.query('SELECT pg_advisory_unlock(4711)');
    await until('the scores of the model', scoredBy(house, KEY, model));
    await expectToldOnce(house, KEY);
    const newest = anotherModel(2);
    await publishModel(house, newest);
    await until('the scores of the newest model', scoredBy(house, KEY, newest));
    await expectToldOnce(house, KEY);
    expect(await epoch(), 'the same engine is active').toEqual(active);
  } finally {
    await holder.end();
    await link.close();
  }
});

test('what was told of another log is scored again', async () => {
  const rows = parcels(KEY, 500);
  const engine = await house.startEngine();
  await importParcels(house, KEY, rows);
  await until('the first scores', scoredBy(house, KEY, DEFAULT_MODEL));
  await killed(engine);
  const before = await house.pool.query('UPDATE scoring.live_set SET model_hash = $1 RETURNING set_id', [
    'of another log',
  ]);
  await house.pool.query(
    'UPDATE scoring.checkpoint SET log_id = gen_random_uuid(), position = position + 1000',
  );
  await house.startEngine();
  const live = await until('the scores of this log', scoredBy(house, KEY, DEFAULT_MODEL));
  expect(differences(live.scores, expectedScores('adu', rows, DEFAULT_MODEL))).toEqual([]);
  const { rows: after } = await house.pool.query('SELECT log_id FROM scoring.checkpoint');
  expect(after).toEqual([{ log_id: house.logId }]);
  const { rows: sets } = await house.pool.query('SELECT set_id FROM scoring.live_set');
  expect(sets).not.toEqual(before.rows);
});
