import { EVERYONE, streams } from '@landline/event-schemas';
import { isRunFinished, runState } from '@landline/event-schemas/lifecycles/rescoring-run';
import { blockRescoring } from '@landline/infra/testing/block-rescoring';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_MODEL, modelHash } from '../model.ts';
import { classify, importParcels, parcels, removeClassification } from '../testing/parcels.ts';
import { appendRunEvent, checkpointPassed, stateOf } from '../testing/runs.ts';
import { contradictions, differences, expectedScores, readScores } from '../testing/scores.ts';
import {
  eventsOf,
  killAndWait,
  startTestEnvironment,
  type TestEnvironment,
  until,
} from '../testing/test-environment.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment();
  await environment.startEngine();
});
afterAll(() => environment.stop());

const checkpoint = async () => {
  const { rows } = await environment.pool.query<{ log_id: string; position: string }>(
    'SELECT log_id, position FROM scoring.checkpoint',
  );
  return { logId: rows[0]?.log_id, position: BigInt(rows[0]?.position ?? -1) };
};

const finishedRuns = async (datasetKey: string) => {
  const { rows } = await environment.pool.query<{ state: string; scored: number; total: number }>(
    'SELECT state, scored, total FROM scoring.run WHERE dataset_key = $1 ORDER BY started_at',
    [datasetKey],
  );
  return rows.every(({ state }) => isRunFinished(runState.parse(state))) && rows;
};

test('publishes the default model once in a new log', async () => {
  const [published, ...others] = await until('the default model', async () => {
    const events = await eventsOf(environment, streams.trainingModel(EVERYONE), 'ScoringModelPublished');
    return events.length > 0 && events;
  });
  expect(published).toMatchObject({ scope: EVERYONE, model_hash: modelHash(DEFAULT_MODEL) });
  expect(others).toEqual([]);
});

test('scores an import when it ends and reports it to the log', async () => {
  const rows = parcels('hawthorne', 3_000);
  const position = await importParcels(environment, 'hawthorne', rows);
  const live = await until('the scores of the import', () => readScores(environment, 'hawthorne'));
  expect(differences(live.scores, expectedScores('adu', rows, DEFAULT_MODEL))).toEqual([]);
  expect(live.modelHash).toBe(modelHash(DEFAULT_MODEL));
  const [rescored] = await until('the event', async () => {
    const events = await eventsOf(
      environment,
      streams.rescoring('hawthorne', EVERYONE),
      'CandidatesRescored',
    );
    return events.length > 0 && events;
  });
  expect(rescored).toMatchObject({ dataset_key: 'hawthorne', scope: EVERYONE, count: 3_000 });
  expect(rescored?.checksum).toMatch(/^[0-9a-f]{64}$/);
  expect(BigInt(rescored?.as_of ?? 0)).toBeGreaterThanOrEqual(position);
  const runs = await until('the end of the run', () => finishedRuns('hawthorne'));
  expect(runs).toEqual([{ state: 'completed', scored: 3_000, total: 3_000 }]);
});

test('scores the rows of a failed import', async () => {
  const rows = parcels('half', 100);
  await importParcels(environment, 'half', rows, { end: 'DatasetImportFailed' });
  const live = await until('the scores', () => readScores(environment, 'half'));
  expect(live.scores.size).toBe(100);
  const runs = await until('the end of the run', () => finishedRuns('half'));
  expect(runs).toEqual([{ state: 'completed', scored: 100, total: 100 }]);
});

test('reports scores of a dataset whose import failed without rows', async () => {
  const dataset_key = 'empty';
  await environment.append(streams.dataset(dataset_key), [
    {
      type: 'DatasetRegistered',
      data: {
        dataset_key,
        dataset_name: 'Empty',
        dataset_type: 'city',
        property_type: 'adu',
        state: null,
        parent_dataset_key: null,
        is_demo: false,
      },
    },
  ]);
  await importParcels(environment, dataset_key, [], { end: 'DatasetImportFailed' });
  const [rescored] = await until('the report', async () => {
    const stream = streams.rescoring(dataset_key, EVERYONE);
    const events = await eventsOf(environment, stream, 'CandidatesRescored');
    return events.length > 0 && events;
  });
  expect(rescored).toMatchObject({ dataset_key, scope: EVERYONE, count: 0 });
});

// Runs before any classification, because training replaces queued runs with runs of the new model.
test('runs a repeated request once without dropping newer ones', async () => {
  const dataset_key = 'requested-twice';
  await importParcels(environment, dataset_key, parcels(dataset_key, 100));
  await until('the scores', () => readScores(environment, dataset_key));
  const request = (runId: string) => appendRunEvent(environment, 'RescoringRequested', dataset_key, runId);
  await request('run-1');
  await until('the first run ends', async () => (await stateOf(environment, 'run-1')) === 'completed');
  await blockRescoring(environment.databaseUrl, async () => {
    await request('run-2');
    await until('the second run writes', async () => (await stateOf(environment, 'run-2')) === 'writing');
    await request('run-3');
    await until('the checkpoint', checkpointPassed(environment, await request('run-1')));
    expect(await stateOf(environment, 'run-3')).toBe('queued');
  });
  await until('the newest is scored', async () => (await stateOf(environment, 'run-3')) === 'completed');
});

test("corrects a candidate's score with the event that classifies it or removes the classification", async () => {
  const rows = parcels('beverly-hills', 200);
  await importParcels(environment, 'beverly-hills', rows);
  await until('the scores', () => readScores(environment, 'beverly-hills'));
  const classified = rows[7]?.id ?? '';
  for (const classification of ['good', 'bad'] as const) {
    await until(
      'the checkpoint',
      checkpointPassed(environment, await classify(environment, 'beverly-hills', classified, classification)),
    );
    expect(
      await contradictions(environment, 'beverly-hills', rows, new Map([[classified, classification]])),
    ).toEqual([]);
  }
  await until(
    'the checkpoint',
    checkpointPassed(environment, await removeClassification(environment, 'beverly-hills', classified)),
  );
  expect(await contradictions(environment, 'beverly-hills', rows)).toEqual([]);
});

test('advances the checkpoint past unrelated events and notifies that nothing changed', async () => {
  const listener = await environment.pool.connect();
  const notifications: { model: string; position: string; changed?: boolean }[] = [];
  listener.on('notification', ({ payload }) => notifications.push(JSON.parse(payload ?? '')));
  await listener.query('LISTEN read_model_moved');
  const position = await environment.append('staffUser-1', [
    { type: 'StaffUserSignedIn', data: { user_id: '1', session_id: '1' } },
  ]);
  await until('the checkpoint', checkpointPassed(environment, position), 2_000);
  expect((await checkpoint()).logId).toBe(environment.logId);
  const notice = await until('a notification', async () =>
    notifications.find(({ model, position: at }) => model === 'scores' && at === String(position)),
  );
  expect(notice.changed).toBe(false);
  listener.release(true);
});

test("applies a client's classifications, including the first one, only to that client's list", async () => {
  const rows = parcels('salt-lake-city', 300);
  const [first, second] = [rows[3]?.id ?? '', rows[4]?.id ?? ''];
  await importParcels(environment, 'salt-lake-city', rows);
  await until('the scores', () => readScores(environment, 'salt-lake-city'));
  expect(await readScores(environment, 'salt-lake-city', 'client-1')).toBeUndefined();
  await classify(environment, 'salt-lake-city', first, 'good', { scope: 'client-1' });
  await until('a set of its own', () => readScores(environment, 'salt-lake-city', 'client-1'));
  const classified = new Map<string, 'good' | 'bad'>([[first, 'good']]);
  expect(await contradictions(environment, 'salt-lake-city', rows, classified, 'client-1')).toEqual([]);
  expect(await contradictions(environment, 'salt-lake-city', rows)).toEqual([]);
  await until(
    'the checkpoint',
    checkpointPassed(
      environment,
      await classify(environment, 'salt-lake-city', second, 'bad', { scope: 'client-1' }),
    ),
  );
  classified.set(second, 'bad');
  expect(await contradictions(environment, 'salt-lake-city', rows, classified, 'client-1')).toEqual([]);
  expect(await contradictions(environment, 'salt-lake-city', rows)).toEqual([]);
});

test("applies everyone's classification to a client without one of its own", async () => {
  const rows = parcels('shared', 100);
  const [clientsCandidate, everyonesCandidate] = [rows[1]?.id ?? '', rows[2]?.id ?? ''];
  await importParcels(environment, 'shared', rows);
  await until('the scores', () => readScores(environment, 'shared'));
  await classify(environment, 'shared', clientsCandidate, 'good', { scope: 'client-1' });
  await until('a set of its own', () => readScores(environment, 'shared', 'client-1'));
  await classify(environment, 'shared', clientsCandidate, 'bad');
  await until(
    'the checkpoint',
    checkpointPassed(environment, await classify(environment, 'shared', everyonesCandidate, 'bad')),
  );
  const contradictionsIn = (scope: string, own: 'good' | 'bad') =>
    contradictions(
      environment,
      'shared',
      rows,
      new Map([
        [clientsCandidate, own],
        [everyonesCandidate, 'bad'],
      ]),
      scope,
    );
  expect(await contradictionsIn('client-1', 'good')).toEqual([]);
  expect(await contradictionsIn(EVERYONE, 'bad')).toEqual([]);
});

test('exits with code 0 on SIGTERM', async () => {
  const standby = await environment.startEngine();
  await killAndWait(standby, 'SIGTERM');
  expect(standby.exitCode).toBe(0);
});
