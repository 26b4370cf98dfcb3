import { EVERYONE, streams } from '@landline/event-schemas';
import { holdRuns } from '@landline/infra/testing/hold-runs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { learn } from '../learning.ts';
import { DEFAULT_MODEL, modelHash, type ScoringModel } from '../model.ts';
import { eventsOf, type House, startHouse, until } from '../testing/house.ts';
import { anotherModel, publishModel } from '../testing/models.ts';
import { importParcels, judge, parcels, removeJudgement } from '../testing/parcels.ts';
import { ask, passed, stateOf } from '../testing/runs.ts';
import { contradictions, differences, expectedScores, readScores, scoredBy } from '../testing/scores.ts';

/** What the burst publishes. */
const burst = Array.from({ length: 30 }, (_, n) => anotherModel(100 + n));

let house: House;
beforeAll(async () => {
  house = await startHouse();
  await house.startEngine();
});
afterAll(() => house.stop());

const runsOf = async (datasetKey: string) => {
  const { rows } = await house.pool.query<{ run_id: string; state: string }>(
    'SELECT run_id, state FROM scoring.run WHERE dataset_key = $1 ORDER BY position',
    [datasetKey],
  );
  return rows;
};

test('a reader sees one model at a time, and never an empty list, however often the scores are swapped', async () => {
  const rows = parcels('always-there', 20_000);
  await importParcels(house, 'always-there', rows);
  const models = [DEFAULT_MODEL, anotherModel(1), anotherModel(2), anotherModel(3)];
  const expected = new Map(models.map((model) => [modelHash(model), expectedScores('adu', rows, model)]));
  await until('the first scores', () => readScores(house, 'always-there'));

  let reading = true;
  const seen = new Set<string>();
  const reader = (async () => {
    while (reading) {
      const live = await readScores(house, 'always-there');
      if (live === undefined) throw new Error('The list was empty');
      expect(differences(live.scores, expected.get(live.modelHash))).toEqual([]);
      seen.add(live.modelHash);
    }
  })();
  for (const model of models.slice(1)) {
    await publishModel(house, model);
    await until('the scores of the new model', scoredBy(house, 'always-there', model));
  }
  reading = false;
  await reader;
  expect(seen.size).toBeGreaterThan(1);
});

test('what is judged while a dataset is scored again is in the new scores', async () => {
  const rows = parcels('judged-meanwhile', 5_000);
  await importParcels(house, 'judged-meanwhile', rows);
  await until('the first scores', () => readScores(house, 'judged-meanwhile'));
  const tables = anotherModel(4);
  const judged = new Map<string, 'good' | 'bad'>();
  await publishModel(house, tables);
  let last = -1n;
  for (const row of rows.slice(0, 40)) {
    last = await judge(house, 'judged-meanwhile', row.id, 'good');
    judged.set(row.id, 'good');
  }
  const taught = learn(
    tables,
    'adu',
    rows.slice(0, 40).map((features) => ({ features, classification: 'good' as const })),
  );
  await until('the scores of what was learned', scoredBy(house, 'judged-meanwhile', taught));
  await until('the checkpoint', passed(house, last));
  expect(await contradictions(house, 'judged-meanwhile', rows, judged)).toEqual([]);
  for (const { id } of rows.slice(0, 40)) await removeJudgement(house, 'judged-meanwhile', id);
  await until('the scores of what was taken back', scoredBy(house, 'judged-meanwhile', tables));
});

test('a burst of requests comes to a few runs, the last of which has the last word', async () => {
  const rows = parcels('burst', 20_000);
  await importParcels(house, 'burst', rows);
  await until('the first scores', () => readScores(house, 'burst'));
  await Promise.all(burst.slice(0, -1).map((model) => publishModel(house, model)));
  const last = burst.at(-1) as ScoringModel;
  await publishModel(house, last);
  const live = await until('the scores of the last model', scoredBy(house, 'burst', last));
  expect(differences(live.scores, expectedScores('adu', rows, last))).toEqual([]);
  const runs = await until('the end of all runs', async () => {
    const found = await runsOf('burst');
    return found.every(({ state }) => ['completed', 'superseded'].includes(state)) && found;
  });
  expect(runs.filter(({ state }) => state === 'completed').length).toBeLessThan(15);
  expect(runs.at(-1)?.state).toBe('completed');
  const told = await eventsOf(house, streams.rescoring('burst', EVERYONE), 'CandidatesRescored');
  expect(told.map(({ run_id }) => run_id)).toEqual(
    runs.filter(({ state }) => state === 'completed').map(({ run_id }) => run_id),
  );
});

test('a run that was asked for keeps its id, and one that is cancelled leaves the scores as they are', async () => {
  const rows = parcels('by-hand', 60_000);
  await importParcels(house, 'by-hand', rows);
  const before = await until('the first scores', () => readScores(house, 'by-hand'));
  const isIn = (runId: string, ...states: string[]) =>
    until(`run ${runId} ${states}`, async () => states.includes((await stateOf(house, runId)) ?? ''));
  await ask(house, 'RescoringRequested', 'by-hand', 'run-1');
  await isIn('run-1', 'queued', 'scoring', 'writing');
  await ask(house, 'RescoringCancelled', 'by-hand', 'run-1');
  await isIn('run-1', 'cancelled');
  await ask(house, 'RescoringRequested', 'by-hand', 'run-2');
  await isIn('run-2', 'completed');
  const after = await readScores(house, 'by-hand');
  expect(differences(after?.scores, before.scores)).toEqual([]);
  const told = await eventsOf(house, streams.rescoring('by-hand', EVERYONE), 'CandidatesRescored');
  expect(told.map(({ run_id }) => run_id)).toEqual([expect.any(String), 'run-2']);
});

test('a run that writes can be cancelled although a newer one waits, and the newer one is done', async () => {
  const rows = parcels('two-runs', 1_000);
  await importParcels(house, 'two-runs', rows);
  await until('the first scores', () => readScores(house, 'two-runs'));
  const isIn = (runId: string, state: string) =>
    until(`run ${runId} ${state}`, async () => (await stateOf(house, runId)) === state);
  await holdRuns(house.databaseUrl, async () => {
    await ask(house, 'RescoringRequested', 'two-runs', 'older');
    await isIn('older', 'writing');
    await ask(house, 'RescoringRequested', 'two-runs', 'newer');
    await isIn('newer', 'queued');
    await ask(house, 'RescoringCancelled', 'two-runs', 'older');
    await isIn('older', 'cancelled');
  });
  await isIn('newer', 'completed');
  await isIn('older', 'cancelled');
});

test('a run whose scores follow from less of the log than those that readers see gives way', async () => {
  await importParcels(house, 'older', parcels('older', 500));
  const before = await until('the first scores', () => readScores(house, 'older'));
  await holdRuns(house.databaseUrl, async () => {
    await ask(house, 'RescoringRequested', 'older', 'late');
    await until('the run writes', async () => (await stateOf(house, 'late')) === 'writing');
    await house.pool.query(
      `UPDATE scoring.live_set SET position = position + 1000000 WHERE dataset_key = 'older'`,
    );
  });
  await until('the run is over', async () =>
    ['superseded', 'completed'].includes((await stateOf(house, 'late')) ?? ''),
  );
  expect(await stateOf(house, 'late')).toBe('superseded');
  const after = await readScores(house, 'older');
  expect(after).toEqual({ ...before, position: before.position + 1_000_000n });
  const told = await eventsOf(house, streams.rescoring('older', EVERYONE), 'CandidatesRescored');
  expect(told.map(({ run_id }) => run_id)).not.toContain('late');
});

test("a client's first judgement has its own scores before others are scored again", async () => {
  const rows = parcels('busy', 1_000);
  for (const key of ['busy', 'waiting']) await importParcels(house, key, parcels(key, 1_000));
  await until('the first scores', () => readScores(house, 'waiting'));
  const isAt = async (runId: string, state: string) => (await stateOf(house, runId)) === state;
  await holdRuns(house.databaseUrl, async () => {
    await ask(house, 'RescoringRequested', 'busy', 'busy');
    await until('a run that writes', () => isAt('busy', 'writing'));
    await ask(house, 'RescoringRequested', 'waiting', 'waiting');
    await until('a run that waits', () => isAt('waiting', 'queued'));
    await judge(house, 'busy', rows[0]?.id ?? '', 'good', { scope: 'client-1' });
    await until('a run of the client', async () => (await runsOf('busy')).at(-1)?.run_id !== 'busy');
  });
  await until('the run that waited', () => isAt('waiting', 'completed'));
  const { rows: order } = await house.pool.query<{ is_first: boolean }>(
    `SELECT min(finished_at) FILTER (WHERE dataset_key = 'busy' AND scope = 'client-1')
       < min(finished_at) FILTER (WHERE run_id = 'waiting') AS is_first
     FROM scoring.run WHERE state = 'completed'`,
  );
  expect(order).toEqual([{ is_first: true }]);
});

test('a superseded set stays readable for a while', async () => {
  const { rows } = await house.pool.query<{ set_id: number }>(
    'SELECT set_id FROM scoring.retired_set LIMIT 1',
  );
  const { rowCount } = await house.pool.query('SELECT 1 FROM scoring.score WHERE set_id = $1 LIMIT 1', [
    rows[0]?.set_id,
  ]);
  expect(rowCount).toBe(1);
});
