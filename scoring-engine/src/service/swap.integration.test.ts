import { EVERYONE, streams } from '@landline/event-schemas';
import { blockRescoring } from '@landline/infra/testing/block-rescoring';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_MODEL, modelHash, type ScoringModel } from '../model.ts';
import { anotherModel, publishModel } from '../testing/models.ts';
import { classify, importParcels, parcels, removeClassification } from '../testing/parcels.ts';
import { appendRunEvent, checkpointPassed, stateOf } from '../testing/runs.ts';
import { contradictions, differences, expectedScores, readScores, scoredBy } from '../testing/scores.ts';
import { eventsOf, startTestEnvironment, type TestEnvironment, until } from '../testing/test-environment.ts';
import { train } from '../testing/train.ts';

/** Models published in a burst. */
const burst = Array.from({ length: 30 }, (_, n) => anotherModel(100 + n));

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment();
  await environment.startEngine();
});
afterAll(() => environment.stop());

const runsOf = async (datasetKey: string) => {
  const { rows } = await environment.pool.query<{ run_id: string; state: string }>(
    'SELECT run_id, state FROM scoring.run WHERE dataset_key = $1 ORDER BY position',
    [datasetKey],
  );
  return rows;
};

test('never shows readers mixed models or an empty list during swaps', async () => {
  const rows = parcels('always-there', 20_000);
  await importParcels(environment, 'always-there', rows);
  const models = [DEFAULT_MODEL, anotherModel(1), anotherModel(2), anotherModel(3)];
  const expected = new Map(models.map((model) => [modelHash(model), expectedScores('adu', rows, model)]));
  await until('the first scores', () => readScores(environment, 'always-there'));

  let isReading = true;
  const seenModels = new Set<string>();
  const reader = (async () => {
    while (isReading) {
      const live = await readScores(environment, 'always-there');
      if (live === undefined) throw new Error('The list was empty');
      expect(differences(live.scores, expected.get(live.modelHash))).toEqual([]);
      seenModels.add(live.modelHash);
    }
  })();
  for (const model of models.slice(1)) {
    await publishModel(environment, model);
    await until('the scores of the new model', scoredBy(environment, 'always-there', model));
  }
  isReading = false;
  await reader;
  expect(seenModels.size).toBeGreaterThan(1);
});

test('includes classifications made during a rescoring', async () => {
  const rows = parcels('classified-during-run', 5_000);
  await importParcels(environment, 'classified-during-run', rows);
  await until('the first scores', () => readScores(environment, 'classified-during-run'));
  const tables = anotherModel(4);
  const classified = new Map<string, 'good' | 'bad'>();
  await publishModel(environment, tables);
  let last = -1n;
  for (const row of rows.slice(0, 40)) {
    last = await classify(environment, 'classified-during-run', row.id, 'good');
    classified.set(row.id, 'good');
  }
  const trainedModel = train(
    tables,
    'adu',
    rows.slice(0, 40).map((features) => ({ features, classification: 'good' as const })),
  );
  await until(
    'the scores of the trained model',
    scoredBy(environment, 'classified-during-run', trainedModel),
  );
  await until('the checkpoint', checkpointPassed(environment, last));
  expect(await contradictions(environment, 'classified-during-run', rows, classified)).toEqual([]);
  for (const { id } of rows.slice(0, 40))
    await removeClassification(environment, 'classified-during-run', id);
  await until(
    'the scores without the classification',
    scoredBy(environment, 'classified-during-run', tables),
  );
});

test('merges a burst of requests into a few runs and ends with the last request', async () => {
  const rows = parcels('burst', 20_000);
  await importParcels(environment, 'burst', rows);
  await until('the first scores', () => readScores(environment, 'burst'));
  await Promise.all(burst.slice(0, -1).map((model) => publishModel(environment, model)));
  const last = burst.at(-1) as ScoringModel;
  await publishModel(environment, last);
  const live = await until('the scores of the last model', scoredBy(environment, 'burst', last));
  expect(differences(live.scores, expectedScores('adu', rows, last))).toEqual([]);
  const runs = await until('the end of all runs', async () => {
    const burstRuns = await runsOf('burst');
    return burstRuns.every(({ state }) => ['completed', 'superseded'].includes(state)) && burstRuns;
  });
  expect(runs.filter(({ state }) => state === 'completed').length).toBeLessThan(15);
  expect(runs.at(-1)?.state).toBe('completed');
  const rescored = await eventsOf(environment, streams.rescoring('burst', EVERYONE), 'CandidatesRescored');
  expect(rescored.map(({ run_id }) => run_id)).toEqual(
    runs.filter(({ state }) => state === 'completed').map(({ run_id }) => run_id),
  );
});

test('uses the requested run id and keeps the previous scores after a cancellation', async () => {
  const rows = parcels('by-hand', 60_000);
  await importParcels(environment, 'by-hand', rows);
  const before = await until('the first scores', () => readScores(environment, 'by-hand'));
  const waitForState = (runId: string, ...states: string[]) =>
    until(`run ${runId} ${states}`, async () => states.includes((await stateOf(environment, runId)) ?? ''));
  await appendRunEvent(environment, 'RescoringRequested', 'by-hand', 'run-1');
  await waitForState('run-1', 'queued', 'scoring', 'writing');
  await appendRunEvent(environment, 'RescoringCancelled', 'by-hand', 'run-1');
  await waitForState('run-1', 'cancelled');
  await appendRunEvent(environment, 'RescoringRequested', 'by-hand', 'run-2');
  await waitForState('run-2', 'completed');
  const after = await readScores(environment, 'by-hand');
  expect(differences(after?.scores, before.scores)).toEqual([]);
  const rescored = await eventsOf(environment, streams.rescoring('by-hand', EVERYONE), 'CandidatesRescored');
  expect(rescored.map(({ run_id }) => run_id)).toEqual([expect.any(String), 'run-2']);
});

test('cancels a run while it writes and continues with the newer run', async () => {
  const rows = parcels('two-runs', 1_000);
  await importParcels(environment, 'two-runs', rows);
  await until('the first scores', () => readScores(environment, 'two-runs'));
  const waitForState = (runId: string, state: string) =>
    until(`run ${runId} ${state}`, async () => (await stateOf(environment, runId)) === state);
  await blockRescoring(environment.databaseUrl, async () => {
    await appendRunEvent(environment, 'RescoringRequested', 'two-runs', 'older');
    await waitForState('older', 'writing');
    await appendRunEvent(environment, 'RescoringRequested', 'two-runs', 'newer');
    await waitForState('newer', 'queued');
    await appendRunEvent(environment, 'RescoringCancelled', 'two-runs', 'older');
    await waitForState('older', 'cancelled');
  });
  await waitForState('newer', 'completed');
  await waitForState('older', 'cancelled');
});

test('supersedes a run older than the live scores', async () => {
  await importParcels(environment, 'older', parcels('older', 500));
  const before = await until('the first scores', () => readScores(environment, 'older'));
  await blockRescoring(environment.databaseUrl, async () => {
    await appendRunEvent(environment, 'RescoringRequested', 'older', 'late');
    await until('the run writes', async () => (await stateOf(environment, 'late')) === 'writing');
    await environment.pool.query(
      `UPDATE scoring.live_set SET position = position + 1000000 WHERE dataset_key = 'older'`,
    );
  });
  await until('the run is over', async () =>
    ['superseded', 'completed'].includes((await stateOf(environment, 'late')) ?? ''),
  );
  expect(await stateOf(environment, 'late')).toBe('superseded');
  const after = await readScores(environment, 'older');
  expect(after).toEqual({ ...before, position: before.position + 1_000_000n });
  const rescored = await eventsOf(environment, streams.rescoring('older', EVERYONE), 'CandidatesRescored');
  expect(rescored.map(({ run_id }) => run_id)).not.toContain('late');
});

test("writes a client's first scores of its own before it rescores other datasets", async () => {
  const rows = parcels('busy', 1_000);
  for (const key of ['busy', 'waiting']) await importParcels(environment, key, parcels(key, 1_000));
  await until('the first scores', () => readScores(environment, 'waiting'));
  const hasState = async (runId: string, state: string) => (await stateOf(environment, runId)) === state;
  await blockRescoring(environment.databaseUrl, async () => {
    await appendRunEvent(environment, 'RescoringRequested', 'busy', 'busy');
    await until('a run that writes', () => hasState('busy', 'writing'));
    await appendRunEvent(environment, 'RescoringRequested', 'waiting', 'waiting');
    await until('a run that waits', () => hasState('waiting', 'queued'));
    await classify(environment, 'busy', rows[0]?.id ?? '', 'good', { scope: 'client-1' });
    await until('a run of the client', async () => (await runsOf('busy')).at(-1)?.run_id !== 'busy');
  });
  await until('the run that waited', () => hasState('waiting', 'completed'));
  const { rows: order } = await environment.pool.query<{ is_first: boolean }>(
    `SELECT min(finished_at) FILTER (WHERE dataset_key = 'busy' AND scope = 'client-1')
       < min(finished_at) FILTER (WHERE run_id = 'waiting') AS is_first
     FROM scoring.run WHERE state = 'completed'`,
  );
  expect(order).toEqual([{ is_first: true }]);
});

test('keeps a superseded set readable for a while', async () => {
  const { rows } = await environment.pool.query<{ set_id: number }>(
    'SELECT set_id FROM scoring.retired_set LIMIT 1',
  );
  const { rowCount } = await environment.pool.query('SELECT 1 FROM scoring.score WHERE set_id = $1 LIMIT 1', [
    rows[0]?.set_id,
  ]);
  expect(rowCount).toBe(1);
});
