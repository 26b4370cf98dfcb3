import { EVERYONE, streams } from '@landline/event-schemas';
import { blockRescoring } from '@landline/infra/testing/block-rescoring';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_MODEL, modelHash, type ScoringModel } from '../model.ts';
import { anotherModel, publishedModel, publishModel } from '../testing/models.ts';
import { classify, importParcels, parcels, removeClassification } from '../testing/parcels.ts';
import { appendRunEvent, checkpointPassed, endedRuns, stateOf } from '../testing/runs.ts';
import { expectedScores, readScores } from '../testing/scores.ts';
import {
  eventsOf,
  killAndWait,
  startTestEnvironment,
  type TestEnvironment,
  until,
} from '../testing/test-environment.ts';
import { train } from '../testing/train.ts';
import { explainAt, readScoreHistory } from './candidate-history.ts';
import { eventLogReaderOf } from './event-log-reader.ts';
import { NotScoredError, verify } from './verify.ts';

const KEY = 'past';
let environment: TestEnvironment;
let engine: Awaited<ReturnType<TestEnvironment['startEngine']>>;
beforeAll(async () => {
  environment = await startTestEnvironment();
  engine = await environment.startEngine();
});
afterAll(() => environment.stop());

const reportedRun = (model: ScoringModel) =>
  until('a run with the model is reported', async () =>
    (await eventsOf(environment, streams.rescoring(KEY, EVERYONE), 'CandidatesRescored')).some(
      ({ model_hash }) => model_hash === modelHash(model),
    ),
  );

test('lists, explains and verifies past scores from the log alone', async () => {
  const rows = parcels(KEY, 1_000);
  const candidate = rows[0]; // It has one unit; the two models score such a parcel differently.
  const id = candidate?.id ?? '';
  const trainedModel = (tables: ScoringModel) =>
    train(tables, 'adu', candidate ? [{ features: candidate, classification: 'good' }] : []);
  const model = anotherModel(7);
  const scoreBy = (by: ScoringModel, classified: [string, 'good' | 'bad'][] = []) => {
    const tenths = expectedScores('adu', rows, by, new Map(classified)).get(id);
    return typeof tenths === 'number' ? tenths / 10 : tenths;
  };
  const imported = await importParcels(environment, KEY, rows);
  await reportedRun(DEFAULT_MODEL);
  const classified = await classify(environment, KEY, id, 'good');
  await reportedRun(trainedModel(DEFAULT_MODEL));
  await publishModel(environment, trainedModel(model));
  await reportedRun(trainedModel(model));
  const removed = await removeClassification(environment, KEY, id);
  await until('the checkpoint', checkpointPassed(environment, removed));
  await reportedRun(model);

  const scores = [
    scoreBy(DEFAULT_MODEL),
    scoreBy(DEFAULT_MODEL, [[id, 'good']]),
    scoreBy(trainedModel(DEFAULT_MODEL), [[id, 'good']]),
    scoreBy(trainedModel(model), [[id, 'good']]),
    scoreBy(trainedModel(model)),
    scoreBy(model),
  ];
  const options = { log: eventLogReaderOf(environment.client), candidateId: id };
  const changes = await readScoreHistory(options);
  expect(changes.map(({ cause, score }) => ({ cause, score }))).toEqual([
    { cause: 'imported', score: scores[0] },
    { cause: 'classified', score: scores[1] },
    { cause: 'learned', score: scores[2] },
    { cause: 'model', score: scores[3] },
    { cause: 'classification_removed', score: scores[4] },
    { cause: 'learned', score: scores[5] },
  ]);
  expect(changes.map(({ before }) => before)).toEqual([undefined, ...scores.slice(0, -1)]);
  expect(changes[1]).toMatchObject({
    position: String(classified),
    by: { role: 'System' },
    classification: 'good',
    model_hash: modelHash(DEFAULT_MODEL),
  });
  expect(await explainAt({ ...options, position: imported })).toBeUndefined();
  expect((await explainAt({ ...options, position: classified }))?.breakdown.score).toBe(scores[1]);
  expect((await explainAt({ ...options, position: removed }))?.breakdown.score).toBe(scores[4]);

  const { client, databaseUrl } = environment;
  const verified = await verify({ client, databaseUrl, datasetKey: KEY });
  expect(verified).toMatchObject({ agrees: true, count: 1_000, model_hash: modelHash(model) });
  await environment.pool.query(
    `UPDATE scoring.score SET score_tenths = 1000 - score_tenths
     WHERE candidate_id = $1 AND set_id = (SELECT set_id FROM scoring.live_set WHERE dataset_key = $2)`,
    [id, KEY],
  );
  expect((await verify({ client, databaseUrl, datasetKey: KEY })).agrees).toBe(false);
  await expect(verify({ client, databaseUrl, datasetKey: KEY, scope: 'a-client' })).rejects.toThrow(
    NotScoredError,
  );
});

describe('verification when the live scores are not those of the last reported run', () => {
  const key = 'compared';
  const ofEveryone = `dataset_key = $1 AND scope = '${EVERYONE}'`;
  const verified = () =>
    verify({ client: environment.client, databaseUrl: environment.databaseUrl, datasetKey: key });
  const agrees = async () => (await verified()).agrees;
  const updateLiveSet = (assignments: string) =>
    environment.pool.query(`UPDATE scoring.live_set SET ${assignments} WHERE ${ofEveryone}`, [key]);

  beforeAll(async () => {
    await importParcels(environment, key, parcels(key, 200));
    await until('the run is reported', agrees);
  });

  test('fails when the live set has another position or model, or is missing', async () => {
    for (const [change, back] of [
      ['position = position - 1', 'position = position + 1'],
      ["model_hash = 'x' || model_hash", 'model_hash = substr(model_hash, 2)'],
    ] as const) {
      await updateLiveSet(change);
      const { found, ...other } = await verified();
      expect(other).toMatchObject({ agrees: false, readers: 'other', expected: null });
      expect(found).toMatch(/^[0-9a-f]{64}$/);
      await updateLiveSet(back);
      expect(await verified()).toMatchObject({ agrees: true, readers: 'reported' });
    }
    const { rows } = await environment.pool.query(
      `DELETE FROM scoring.live_set WHERE ${ofEveryone} RETURNING *`,
      [key],
    );
    expect(await verified()).toMatchObject({ agrees: false, readers: 'none', found: null, expected: null });
    await environment.pool.query(
      'INSERT INTO scoring.live_set SELECT * FROM json_populate_record(NULL::scoring.live_set, $1)',
      [JSON.stringify(rows[0])],
    );
    expect(await agrees()).toBe(true);
  });

  test('fails when packed scores differ from the table', async () => {
    const ofSet = `set_id = (SELECT set_id FROM scoring.live_set WHERE ${ofEveryone})`;
    const flip = () =>
      environment.pool.query(
        `UPDATE scoring.packed_scores SET scores = set_byte(scores, 0, get_byte(scores, 0) # 1) WHERE ${ofSet}`,
        [key],
      );
    const before = await verified();
    expect(before).toMatchObject({ agrees: true, packed: before.expected });
    await flip();
    const { packed, ...others } = await verified();
    expect(others).toMatchObject({ agrees: false, readers: 'reported', found: before.expected });
    expect(packed).not.toBe(before.expected);
    await flip();
    expect(await agrees()).toBe(true);
    await environment.pool.query(`DELETE FROM scoring.packed_scores WHERE ${ofSet}`, [key]);
    expect(await verified()).toMatchObject({ agrees: true, packed: null }); // lists are read from the table
  });

  test('returns `unreported` for a run whose scores are live but not yet in the log', async () => {
    const log = new URL(environment.databaseUrl);
    log.pathname = '/events0';
    const lockingClient = new pg.Client({ connectionString: log.href });
    await lockingClient.connect();
    const stateIs = async (state: string) => (await stateOf(environment, 'unreported')) === state;
    try {
      await blockRescoring(environment.databaseUrl, async () => {
        await appendRunEvent(environment, 'RescoringRequested', key, 'unreported');
        await until('the run writes', () => stateIs('writing'));
        await lockingClient.query('BEGIN');
        await lockingClient.query('LOCK TABLE event_store.event IN SHARE MODE');
      });
      await until('the swap', () => stateIs('swapping'));
      expect(await verified()).toMatchObject({ agrees: false, readers: 'unreported', expected: null });
    } finally {
      await lockingClient.end();
    }
    await until('the run is reported', async () => (await verified()).run_id === 'unreported');
    expect(await verified()).toMatchObject({ agrees: true, readers: 'reported' });
  });

  test('succeeds after a restore, which repeats runs without reporting them twice', async () => {
    const before = await verified();
    await killAndWait(engine);
    for (const table of ['live_set', 'run', 'checkpoint'])
      await environment.pool.query(`DELETE FROM scoring.${table}`);
    engine = await environment.startEngine();
    await until('the scores', () => readScores(environment, key));
    const { found, ...after } = await verified();
    expect(after).toMatchObject({ agrees: true, readers: 'reported', run_id: before.run_id });
    await endedRuns(environment); // otherwise, one of these runs could delay the run that the next test waits for
  });
});

// Comes last: its classifications lead to a model, and to a run, up to 5 s later. The test after it would wait for that run.
test("shows a client's classification immediately, independently of the run for its own scores", async () => {
  const rows = parcels('client-lots', 200);
  const [candidate] = rows;
  const id = candidate?.id ?? '';
  const scope = 'client-1';
  const pastIn = async (pastScope: string) =>
    (
      await readScoreHistory({ log: eventLogReaderOf(environment.client), candidateId: id, scope: pastScope })
    ).map(({ cause, classification, score }) => ({ cause, classification, score }));
  const scoreAt = async (position: bigint) =>
    (await explainAt({ log: eventLogReaderOf(environment.client), candidateId: id, scope, position }))
      ?.breakdown.score;
  const firstRun = async (state: string) => {
    const { rows: found } = await environment.pool.query<{ run_id: string }>(
      'SELECT run_id FROM scoring.run WHERE scope = $1 AND state = $2',
      [scope, state],
    );
    return found[0]?.run_id;
  };
  await importParcels(environment, 'client-lots', rows);
  const everyonesScore = await until('the run is reported', async () => (await pastIn(scope))[0]?.score);
  const model = await publishedModel(
    environment,
    (await readScores(environment, 'client-lots'))?.modelHash ?? '',
  );
  const good = (expectedScores('adu', rows, model, new Map([[id, 'good']])).get(id) ?? 0) / 10;
  const expectedChanges = [
    { cause: 'imported', classification: null, score: everyonesScore },
    { cause: 'classified', classification: 'good', score: good },
  ];
  await blockRescoring(environment.databaseUrl, async () => {
    const position = await classify(environment, 'client-lots', id, 'good', { scope });
    const run_id = await until('its first run', () => firstRun('writing'));
    expect(await pastIn(scope)).toEqual(expectedChanges);
    expect(await scoreAt(position)).toBe(good);
    expect(await scoreAt(position - 1n)).toBe(everyonesScore);
    await environment.append(streams.rescoring('client-lots', scope), [
      { type: 'RescoringCancelled', data: { run_id, dataset_key: 'client-lots', scope } },
    ]);
    await until('its first run is cancelled', () => firstRun('cancelled'));
  });
  expect((await pastIn(scope)).slice(0, 2)).toEqual(expectedChanges);

  await environment.append(streams.rescoring('client-lots', scope), [
    { type: 'RescoringRequested', data: { run_id: 'client-lots-again', dataset_key: 'client-lots', scope } },
  ]);
  await until('scores of its own', () => readScores(environment, 'client-lots', scope));
  await until('the run is reported', async () => {
    const reported = await eventsOf(
      environment,
      streams.rescoring('client-lots', scope),
      'CandidatesRescored',
    );
    return reported.length > 0;
  });
  const past = await pastIn(scope);
  expect(past.slice(0, 2)).toEqual(expectedChanges);
  // The scope's own scores include the classification as before; training on it may change them.
  expect(past.slice(2).filter(({ cause }) => cause !== 'learned')).toEqual([]);
  expect(await pastIn(EVERYONE)).toEqual(expectedChanges.slice(0, 1));
  const { client, databaseUrl } = environment;
  await until('verification succeeds', async () => {
    const { agrees } = await verify({ client, databaseUrl, datasetKey: 'client-lots', scope });
    return agrees;
  });
  const removed = await removeClassification(environment, 'client-lots', id, scope);
  expect((await pastIn(scope)).find(({ cause }) => cause === 'classification_removed')).toMatchObject({
    classification: null,
  });
  expect(await scoreAt(removed)).not.toBe(good);
});
