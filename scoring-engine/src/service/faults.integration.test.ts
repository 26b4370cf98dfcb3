import type { CandidateFeatures } from '@landline/event-schemas';
import { blockRescoring } from '@landline/infra/testing/block-rescoring';
import { startLink, through } from '@landline/infra/testing/network-link';
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DEFAULT_MODEL, type ScoringModel } from '../model.ts';
import { anotherModel, publishModel } from '../testing/models.ts';
import { classify, importParcels, parcels } from '../testing/parcels.ts';
import { seededRandom } from '../testing/random.ts';
import { appendRunEvent, expectReportedOnce, stateOf } from '../testing/runs.ts';
import { contradictions, differences, expectedScores, readScores, scoredBy } from '../testing/scores.ts';
import {
  killAndWait,
  startTestEnvironment,
  type TestEnvironment,
  until,
} from '../testing/test-environment.ts';
import { train } from '../testing/train.ts';

vi.setConfig({ testTimeout: 90_000 });

const KEY = 'faults';

let environment: TestEnvironment;
beforeEach(async () => {
  environment = await startTestEnvironment();
});
afterEach(() => environment.stop());

const trainedModel = (
  tables: ScoringModel,
  rows: readonly CandidateFeatures[],
  classified: ReadonlyMap<string, 'good' | 'bad'>,
): ScoringModel =>
  train(
    tables,
    'adu',
    rows.flatMap((features) => {
      const classification = classified.get(features.id);
      return classification ? [{ features, classification }] : [];
    }),
  );

test('continues after a kill at any moment and reports each run once', async () => {
  const random = seededRandom();
  const rows = parcels(KEY, 20_000);
  const classified = new Map<string, 'good' | 'bad'>();
  let engine = await environment.startEngine();
  await importParcels(environment, KEY, rows);
  let model = DEFAULT_MODEL;
  for (let round = 1; round <= 5; round++) {
    model = anotherModel(round);
    await publishModel(environment, model);
    const candidate = rows[Math.floor(random() * rows.length)]?.id ?? '';
    await classify(environment, KEY, candidate, 'bad');
    classified.set(candidate, 'bad');
    await new Promise((resolve) => setTimeout(resolve, random() * 300)); // wait for the moment of the crash
    await killAndWait(engine);
    engine = await environment.startEngine();
  }
  await until(
    'the scores of the trained model',
    scoredBy(environment, KEY, trainedModel(model, rows, classified)),
  );
  expect(await contradictions(environment, KEY, rows, classified)).toEqual([]);
  await expectReportedOnce(environment, KEY);
});

test('resumes an interrupted run, but not a canceled one', async () => {
  const rows = parcels(KEY, 5_000);
  let engine = await environment.startEngine();
  await importParcels(environment, KEY, rows);
  const before = await until('the first scores', scoredBy(environment, KEY, DEFAULT_MODEL));
  const waitForState = (runId: string, state: string) =>
    until(`run ${runId} ${state}`, async () => (await stateOf(environment, runId)) === state);
  const killedWhileWriting = (runId: string, beforeKill = async () => {}) =>
    blockRescoring(environment.databaseUrl, async () => {
      await appendRunEvent(environment, 'RescoringRequested', KEY, runId);
      await waitForState(runId, 'writing');
      await beforeKill();
      await killAndWait(engine);
    });

  await killedWhileWriting('interrupted');
  engine = await environment.startEngine();
  await waitForState('interrupted', 'completed');
  await killedWhileWriting('canceled', async () => {
    await appendRunEvent(environment, 'RescoringCancelled', KEY, 'canceled');
    await waitForState('canceled', 'cancelled');
  });
  engine = await environment.startEngine();
  await appendRunEvent(environment, 'RescoringRequested', KEY, 'next');
  await waitForState('next', 'completed');
  await waitForState('canceled', 'cancelled');
  expect(differences((await readScores(environment, KEY))?.scores, before.scores)).toEqual([]);
  await expectReportedOnce(environment, KEY);
});

test('recovers from a database crash during a run', async () => {
  const random = seededRandom();
  const rows = parcels(KEY, 20_000);
  await environment.startEngine();
  await importParcels(environment, KEY, rows);
  let model = DEFAULT_MODEL;
  const classified = new Map<string, 'good' | 'bad'>();
  for (let round = 1; round <= 2; round++) {
    await until('the previous scores', scoredBy(environment, KEY, trainedModel(model, rows, classified)));
    model = anotherModel(round);
    await publishModel(environment, model);
    const candidate = rows[round]?.id ?? '';
    await classify(environment, KEY, candidate, 'good');
    classified.set(candidate, 'good');
    await new Promise((resolve) => setTimeout(resolve, random() * 200)); // wait for the moment of the crash
    await environment.crashPostgres();
  }
  await until(
    'the scores of the trained model',
    scoredBy(environment, KEY, trainedModel(model, rows, classified)),
  );
  expect(await contradictions(environment, KEY, rows, classified)).toEqual([]);
  await expectReportedOnce(environment, KEY);
});

test('reconnects after a crash of the event store', async () => {
  const rows = parcels(KEY, 2_000);
  await environment.startEngine();
  await importParcels(environment, KEY, rows);
  await until('the first scores', scoredBy(environment, KEY, DEFAULT_MODEL));
  await environment.crashEventStore();
  const model = anotherModel(1);
  await until('an append', () => publishModel(environment, model));
  const live = await until('the scores of the new model', scoredBy(environment, KEY, model));
  expect(differences(live.scores, expectedScores('adu', rows, model))).toEqual([]);
  await expectReportedOnce(environment, KEY);
});

test('keeps one of two engines active and fails over to the other', async () => {
  const rows = parcels(KEY, 2_000);
  const epoch = async () => {
    const { rows: found } = await environment.pool.query<{ epoch: number }>(
      'SELECT epoch FROM scoring.checkpoint',
    );
    return found[0]?.epoch ?? 0;
  };
  const first = await environment.startEngine();
  await until('the first epoch', async () => (await epoch()) === 1);
  await environment.startEngine();
  await importParcels(environment, KEY, rows);
  await until('the first scores', scoredBy(environment, KEY, DEFAULT_MODEL));
  expect(await epoch()).toBe(1);
  await killAndWait(first);
  const model = anotherModel(1);
  await publishModel(environment, model);
  await until('the scores of the new model', scoredBy(environment, KEY, model));
  expect(await epoch()).toBe(2);
  await expectReportedOnce(environment, KEY);
});

test('fails over, and back, when the network silently drops a connection', async () => {
  const link = await startLink(environment.port);
  try {
    await environment.startEngine({ DATABASE_URL: through(environment.databaseUrl, link) });
    const rows = parcels(KEY, 2_000);
    await importParcels(environment, KEY, rows);
    await until('the first scores', scoredBy(environment, KEY, DEFAULT_MODEL));
    const second = await environment.startEngine();
    link.forget();
    let model = anotherModel(1);
    await publishModel(environment, model);
    await until('the scores of the new model', scoredBy(environment, KEY, model), 15_000);
    await killAndWait(second);
    model = anotherModel(2);
    await publishModel(environment, model);
    await until('the scores of the newest model', scoredBy(environment, KEY, model), 15_000);
    await expectReportedOnce(environment, KEY);
  } finally {
    await link.close();
  }
});

test('reports a run even if the response to its swap is lost', async () => {
  const link = await startLink(environment.port);
  const holder = new pg.Client({ connectionString: environment.databaseUrl });
  try {
    await environment.startEngine({ DATABASE_URL: through(environment.databaseUrl, link) });
    const rows = parcels(KEY, 500);
    await importParcels(environment, KEY, rows);
    await until('the first scores', scoredBy(environment, KEY, DEFAULT_MODEL));
    await expectReportedOnce(environment, KEY);
    const epoch = async () =>
      (await environment.pool.query<{ epoch: string }>('SELECT epoch FROM scoring.checkpoint')).rows;
    const active = await epoch();
    // Commits wait for the test before they take effect.
    await environment.pool.query(`CREATE FUNCTION held() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN PERFORM pg_advisory_xact_lock(4711); RETURN NULL; END'`);
    await environment.pool.query(`CREATE CONSTRAINT TRIGGER held AFTER UPDATE ON scoring.live_set
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION held()`);
    await holder.connect();
    await holder.query('SELECT pg_advisory_lock(4711)');
    const model = anotherModel(1);
    await publishModel(environment, model);
    const port = await until('the commit', async () => {
      const { rows: found } = await environment.pool.query<{ client_port: number }>(
        `SELECT client_port FROM pg_stat_activity JOIN pg_locks USING (pid)
         WHERE query = 'COMMIT' AND locktype = 'advisory' AND objid = 4711 AND NOT granted`,
      );
      return found[0]?.client_port;
    });
    link.cut(port);
    await holder.query('SELECT pg_advisory_unlock(4711)');
    await until('the scores of the model', scoredBy(environment, KEY, model));
    await expectReportedOnce(environment, KEY);
    const newest = anotherModel(2);
    await publishModel(environment, newest);
    await until('the scores of the newest model', scoredBy(environment, KEY, newest));
    await expectReportedOnce(environment, KEY);
    expect(await epoch(), 'the same engine is active').toEqual(active);
  } finally {
    await holder.end();
    await link.close();
  }
});

test('rescores after a switch to another log', async () => {
  const rows = parcels(KEY, 500);
  const engine = await environment.startEngine();
  await importParcels(environment, KEY, rows);
  await until('the first scores', scoredBy(environment, KEY, DEFAULT_MODEL));
  await killAndWait(engine);
  const before = await environment.pool.query(
    'UPDATE scoring.live_set SET model_hash = $1 RETURNING set_id',
    ['of another log'],
  );
  await environment.pool.query(
    'UPDATE scoring.checkpoint SET log_id = gen_random_uuid(), position = position + 1000',
  );
  await environment.startEngine();
  const live = await until('the scores of this log', scoredBy(environment, KEY, DEFAULT_MODEL));
  expect(differences(live.scores, expectedScores('adu', rows, DEFAULT_MODEL))).toEqual([]);
  const { rows: after } = await environment.pool.query('SELECT log_id FROM scoring.checkpoint');
  expect(after).toEqual([{ log_id: environment.logId }]);
  const { rows: sets } = await environment.pool.query('SELECT set_id FROM scoring.live_set');
  expect(sets).not.toEqual(before.rows);
});
