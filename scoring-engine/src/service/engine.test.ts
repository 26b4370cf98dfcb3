import { EVERYONE, streams } from '@landline/event-schemas';
import { isRunOver, runState } from '@landline/event-schemas/lifecycles/rescoring-run';
import { holdRuns } from '@landline/infra/testing/hold-runs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_MODEL, modelHash } from '../model.ts';
import { eventsOf, type House, killed, startHouse, until } from '../testing/house.ts';
import { importParcels, judge, parcels, removeJudgement } from '../testing/parcels.ts';
import { ask, passed, stateOf } from '../testing/runs.ts';
import { contradictions, differences, expectedScores, readScores } from '../testing/scores.ts';

let house: House;
beforeAll(async () => {
  house = await startHouse();
  await house.startEngine();
});
afterAll(() => house.stop());

const checkpoint = async () => {
  const { rows } = await house.pool.query<{ log_id: string; position: string }>(
    'SELECT log_id, position FROM scoring.checkpoint',
  );
  return { logId: rows[0]?.log_id, position: BigInt(rows[0]?.position ?? -1) };
};

const finishedRuns = async (datasetKey: string) => {
  const { rows } = await house.pool.query<{ state: string; scored: number; total: number }>(
    'SELECT state, scored, total FROM scoring.run WHERE dataset_key = $1 ORDER BY started_at',
    [datasetKey],
  );
  return rows.every(({ state }) => isRunOver(runState.parse(state))) && rows;
};

test('a new log gets the default model, once', async () => {
  const [published, ...others] = await until('the default model', async () => {
    const found = await eventsOf(house, streams.trainingModel(EVERYONE), 'ScoringModelPublished');
    return found.length > 0 && found;
  });
  expect(published).toMatchObject({ scope: EVERYONE, model_hash: modelHash(DEFAULT_MODEL) });
  expect(others).toEqual([]);
});

test('an import is scored when it ends, and the log is told', async () => {
  const rows = parcels('hawthorne', 3_000);
  const position = await importParcels(house, 'hawthorne', rows);
  const live = await until('the scores of the import', () => readScores(house, 'hawthorne'));
  expect(differences(live.scores, expectedScores('adu', rows, DEFAULT_MODEL))).toEqual([]);
  expect(live.modelHash).toBe(modelHash(DEFAULT_MODEL));
  const [rescored] = await until('the event', async () => {
    const found = await eventsOf(house, streams.rescoring('hawthorne', EVERYONE), 'CandidatesRescored');
    return found.length > 0 && found;
  });
  expect(rescored).toMatchObject({ dataset_key: 'hawthorne', scope: EVERYONE, count: 3_000 });
  expect(rescored?.checksum).toMatch(/^[0-9a-f]{64}$/);
  expect(BigInt(rescored?.as_of ?? 0)).toBeGreaterThanOrEqual(position);
  const runs = await until('the end of the run', () => finishedRuns('hawthorne'));
  expect(runs).toEqual([{ state: 'completed', scored: 3_000, total: 3_000 }]);
});

test('an import that failed half-way is scored as far as it came; one without rows changes nothing', async () => {
  const rows = parcels('half', 100);
  await importParcels(house, 'half', [], { end: 'DatasetImportFailed' });
  await importParcels(house, 'half', rows, { end: 'DatasetImportFailed' });
  const live = await until('the scores', () => readScores(house, 'half'));
  expect(live.scores.size).toBe(100);
  const runs = await until('the end of the run', () => finishedRuns('half'));
  expect(runs).toEqual([{ state: 'completed', scored: 100, total: 100 }]);
});

test('a judgement corrects its own candidate at once, and its removal takes it back', async () => {
  const rows = parcels('beverly-hills', 200);
  await importParcels(house, 'beverly-hills', rows);
  await until('the scores', () => readScores(house, 'beverly-hills'));
  const judged = rows[7]?.id ?? '';
  for (const classification of ['good', 'bad'] as const) {
    const asked = performance.now();
    await until('the checkpoint', passed(house, await judge(house, 'beverly-hills', judged, classification)));
    expect(performance.now() - asked).toBeLessThan(1_000);
    expect(await contradictions(house, 'beverly-hills', rows, new Map([[judged, classification]]))).toEqual(
      [],
    );
  }
  await until('the checkpoint', passed(house, await removeJudgement(house, 'beverly-hills', judged)));
  expect(await contradictions(house, 'beverly-hills', rows)).toEqual([]);
});

test('the checkpoint passes events that have nothing to do with scores, and says that nothing changed', async () => {
  const listener = await house.pool.connect();
  const told: { model: string; position: string; changed?: boolean }[] = [];
  listener.on('notification', ({ payload }) => told.push(JSON.parse(payload ?? '')));
  await listener.query('LISTEN read_model_moved');
  const position = await house.append('staffUser-1', [
    { type: 'StaffUserSignedIn', data: { user_id: '1', session_id: '1' } },
  ]);
  await until('the checkpoint', passed(house, position), 2_000);
  expect((await checkpoint()).logId).toBe(house.logId);
  const notice = await until('it is told', async () =>
    told.find((one) => one.model === 'scores' && one.position === String(position)),
  );
  expect(notice.changed).toBe(false);
  listener.release(true);
});

test("a client's judgement changes that client's list alone, from its first on", async () => {
  const rows = parcels('salt-lake-city', 300);
  const [first, second] = [rows[3]?.id ?? '', rows[4]?.id ?? ''];
  await importParcels(house, 'salt-lake-city', rows);
  await until('the scores', () => readScores(house, 'salt-lake-city'));
  expect(await readScores(house, 'salt-lake-city', 'client-1')).toBeUndefined();
  await judge(house, 'salt-lake-city', first, 'good', { scope: 'client-1' });
  await until('a set of its own', () => readScores(house, 'salt-lake-city', 'client-1'));
  const judged = new Map<string, 'good' | 'bad'>([[first, 'good']]);
  expect(await contradictions(house, 'salt-lake-city', rows, judged, 'client-1')).toEqual([]);
  expect(await contradictions(house, 'salt-lake-city', rows)).toEqual([]);
  await until(
    'the checkpoint',
    passed(house, await judge(house, 'salt-lake-city', second, 'bad', { scope: 'client-1' })),
  );
  judged.set(second, 'bad');
  expect(await contradictions(house, 'salt-lake-city', rows, judged, 'client-1')).toEqual([]);
  expect(await contradictions(house, 'salt-lake-city', rows)).toEqual([]);
});

test("everyone's judgement counts for a client too, as long as the client has none of its own", async () => {
  const rows = parcels('shared', 100);
  const [theirs, everyones] = [rows[1]?.id ?? '', rows[2]?.id ?? ''];
  await importParcels(house, 'shared', rows);
  await until('the scores', () => readScores(house, 'shared'));
  await judge(house, 'shared', theirs, 'good', { scope: 'client-1' });
  await until('a set of its own', () => readScores(house, 'shared', 'client-1'));
  await judge(house, 'shared', theirs, 'bad');
  await until('the checkpoint', passed(house, await judge(house, 'shared', everyones, 'bad')));
  const contradictionsIn = (scope: string, own: 'good' | 'bad') =>
    contradictions(
      house,
      'shared',
      rows,
      new Map([
        [theirs, own],
        [everyones, 'bad'],
      ]),
      scope,
    );
  expect(await contradictionsIn('client-1', 'good')).toEqual([]);
  expect(await contradictionsIn(EVERYONE, 'bad')).toEqual([]);
});

test('a run that was asked for twice is run once, and newer ones are not dropped for it', async () => {
  const dataset_key = 'asked-twice';
  await importParcels(house, dataset_key, parcels(dataset_key, 100));
  await until('the scores', () => readScores(house, dataset_key));
  const request = (runId: string) => ask(house, 'RescoringRequested', dataset_key, runId);
  await request('run-1');
  await until('its end', async () => (await stateOf(house, 'run-1')) === 'completed');
  await holdRuns(house.databaseUrl, async () => {
    await request('run-2');
    await until('its turn', async () => (await stateOf(house, 'run-2')) === 'writing');
    await request('run-3');
    await until('the checkpoint', passed(house, await request('run-1')));
    expect(await stateOf(house, 'run-3')).toBe('queued');
  });
  await until('the newest is scored', async () => (await stateOf(house, 'run-3')) === 'completed');
});

test('an engine that is asked to end does, and another goes on where it was', async () => {
  const other = await house.startEngine();
  await killed(other, 'SIGTERM');
  expect(other.exitCode).toBe(0);
});
