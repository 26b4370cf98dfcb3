import { EVERYONE, streams } from '@landline/event-schemas';
import { holdRuns } from '@landline/infra/testing/hold-runs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { learn } from '../learning.ts';
import { DEFAULT_MODEL, modelHash, type ScoringModel } from '../model.ts';
import { eventsOf, type House, killed, startHouse, until } from '../testing/house.ts';
import { anotherModel, publishedModel, publishModel } from '../testing/models.ts';
import { importParcels, judge, parcels, removeJudgement } from '../testing/parcels.ts';
import { ask, passed, stateOf } from '../testing/runs.ts';
import { expectedScores, readScores } from '../testing/scores.ts';
import { explainAt, history } from './candidate.ts';
import { NotScoredError, verify } from './verify.ts';

const KEY = 'past';
let house: House;
let engine: Awaited<ReturnType<House['startEngine']>>;
beforeAll(async () => {
  house = await startHouse();
  engine = await house.startEngine();
});
afterAll(() => house.stop());

const told = (model: ScoringModel) =>
  until('the log is told of a model', async () =>
    (await eventsOf(house, streams.rescoring(KEY, EVERYONE), 'CandidatesRescored')).some(
      ({ model_hash }) => model_hash === modelHash(model),
    ),
  );

test('the past of a score can be told, explained and verified from the log alone', async () => {
  const rows = parcels(KEY, 1_000);
  const candidate = rows[0]; // one unit: the models differ on it
  const id = candidate?.id ?? '';
  const taught = (tables: ScoringModel) =>
    learn(tables, 'adu', candidate ? [{ features: candidate, classification: 'good' }] : []);
  const model = anotherModel(7);
  const scoreBy = (by: ScoringModel, judged: [string, 'good' | 'bad'][] = []) => {
    const tenths = expectedScores('adu', rows, by, new Map(judged)).get(id);
    return typeof tenths === 'number' ? tenths / 10 : tenths;
  };
  const imported = await importParcels(house, KEY, rows);
  await told(DEFAULT_MODEL);
  const classified = await judge(house, KEY, id, 'good');
  await told(taught(DEFAULT_MODEL));
  await publishModel(house, taught(model));
  await told(taught(model));
  const removed = await removeJudgement(house, KEY, id);
  await until('the checkpoint', passed(house, removed));
  await told(model);

  const scores = [
    scoreBy(DEFAULT_MODEL),
    scoreBy(DEFAULT_MODEL, [[id, 'good']]),
    scoreBy(taught(DEFAULT_MODEL), [[id, 'good']]),
    scoreBy(taught(model), [[id, 'good']]),
    scoreBy(taught(model)),
    scoreBy(model),
  ];
  const options = { client: house.client, candidateId: id };
  const changes = await history(options);
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

  const { client, databaseUrl } = house;
  const verified = await verify({ client, databaseUrl, datasetKey: KEY });
  expect(verified).toMatchObject({ agrees: true, count: 1_000, model_hash: modelHash(model) });
  await house.pool.query(
    `UPDATE scoring.score SET score_tenths = 1000 - score_tenths
     WHERE candidate_id = $1 AND set_id = (SELECT set_id FROM scoring.live_set WHERE dataset_key = $2)`,
    [id, KEY],
  );
  expect((await verify({ client, databaseUrl, datasetKey: KEY })).agrees).toBe(false);
  await expect(verify({ client, databaseUrl, datasetKey: KEY, scope: 'a-client' })).rejects.toThrow(
    NotScoredError,
  );
});

test("a client's judgement is seen at once, whatever becomes of the run that gives it scores of its own", async () => {
  const rows = parcels('theirs', 200);
  const [candidate] = rows;
  const id = candidate?.id ?? '';
  const scope = 'client-1';
  const pastIn = async (of: string) =>
    (await history({ client: house.client, candidateId: id, scope: of })).map(
      ({ cause, classification, score }) => ({ cause, classification, score }),
    );
  const scoreAt = async (position: bigint) =>
    (await explainAt({ client: house.client, candidateId: id, scope, position }))?.breakdown.score;
  const firstRun = async (state: string) => {
    const { rows: found } = await house.pool.query<{ run_id: string }>(
      'SELECT run_id FROM scoring.run WHERE scope = $1 AND state = $2',
      [scope, state],
    );
    return found[0]?.run_id;
  };
  await importParcels(house, 'theirs', rows);
  const everyones = await until('the log is told', async () => (await pastIn(scope))[0]?.score);
  const model = await publishedModel(house, (await readScores(house, 'theirs'))?.modelHash ?? '');
  const good = (expectedScores('adu', rows, model, new Map([[id, 'good']])).get(id) ?? 0) / 10;
  const seen = [
    { cause: 'imported', classification: null, score: everyones },
    { cause: 'classified', classification: 'good', score: good },
  ];
  await holdRuns(house.databaseUrl, async () => {
    const position = await judge(house, 'theirs', id, 'good', { scope });
    const run_id = await until('its first run', () => firstRun('writing'));
    expect(await pastIn(scope)).toEqual(seen);
    expect(await scoreAt(position)).toBe(good);
    expect(await scoreAt(position - 1n)).toBe(everyones);
    await house.append(streams.rescoring('theirs', scope), [
      { type: 'RescoringCancelled', data: { run_id, dataset_key: 'theirs', scope } },
    ]);
    await until('its first run is cancelled', () => firstRun('cancelled'));
  });
  expect((await pastIn(scope)).slice(0, 2)).toEqual(seen);

  await house.append(streams.rescoring('theirs', scope), [
    { type: 'RescoringRequested', data: { run_id: 'theirs-again', dataset_key: 'theirs', scope } },
  ]);
  await until('scores of its own', () => readScores(house, 'theirs', scope));
  await until('the log is told', async () => {
    const found = await eventsOf(house, streams.rescoring('theirs', scope), 'CandidatesRescored');
    return found.length > 0;
  });
  const past = await pastIn(scope);
  expect(past.slice(0, 2)).toEqual(seen);
  // Its own scores follow its judgement as before; what that taught may change them.
  expect(past.slice(2).filter(({ cause }) => cause !== 'learned')).toEqual([]);
  expect(await pastIn(EVERYONE)).toEqual(seen.slice(0, 1));
  const { client, databaseUrl } = house;
  await until('the log agrees', async () => {
    const { agrees } = await verify({ client, databaseUrl, datasetKey: 'theirs', scope });
    return agrees;
  });
  const removed = await removeJudgement(house, 'theirs', id, scope);
  expect((await pastIn(scope)).find(({ cause }) => cause === 'classification_removed')).toMatchObject({
    classification: null,
  });
  expect(await scoreAt(removed)).not.toBe(good);
});

describe('readers who find scores of another run than the log tells of', () => {
  const key = 'compared';
  const verified = () => verify({ client: house.client, databaseUrl: house.databaseUrl, datasetKey: key });
  const agrees = async () => (await verified()).agrees;
  const ofReaders = (assignments: string) =>
    house.pool.query(`UPDATE scoring.live_set SET ${assignments} WHERE dataset_key = $1`, [key]);

  beforeAll(async () => {
    await importParcels(house, key, parcels(key, 200));
    await until('the log is told', agrees);
  });

  test('do not agree with it, however their scores were changed', async () => {
    for (const [change, back] of [
      ['position = position - 1', 'position = position + 1'],
      ["model_hash = 'x' || model_hash", 'model_hash = substr(model_hash, 2)'],
    ] as const) {
      await ofReaders(change);
      const { found, ...other } = await verified();
      expect(other).toMatchObject({ agrees: false, readers: 'other', expected: null });
      expect(found).toMatch(/^[0-9a-f]{64}$/);
      await ofReaders(back);
      expect(await verified()).toMatchObject({ agrees: true, readers: 'told' });
    }
    const { rows } = await house.pool.query(
      'DELETE FROM scoring.live_set WHERE dataset_key = $1 RETURNING *',
      [key],
    );
    expect(await verified()).toMatchObject({ agrees: false, readers: 'none', found: null, expected: null });
    await house.pool.query(
      'INSERT INTO scoring.live_set SELECT * FROM json_populate_record(NULL::scoring.live_set, $1)',
      [JSON.stringify(rows[0])],
    );
    expect(await agrees()).toBe(true);
  });

  test('do not agree with it where the lists in memory are given other scores than the table has', async () => {
    const ofSet = 'set_id = (SELECT set_id FROM scoring.live_set WHERE dataset_key = $1)';
    const flip = () =>
      house.pool.query(
        `UPDATE scoring.packed_scores SET scores = set_byte(scores, 0, get_byte(scores, 0) # 1) WHERE ${ofSet}`,
        [key],
      );
    const before = await verified();
    expect(before).toMatchObject({ agrees: true, packed: before.expected });
    await flip();
    const { packed, ...others } = await verified();
    expect(others).toMatchObject({ agrees: false, readers: 'told', found: before.expected });
    expect(packed).not.toBe(before.expected);
    await flip();
    expect(await agrees()).toBe(true);
    await house.pool.query(`DELETE FROM scoring.packed_scores WHERE ${ofSet}`, [key]);
    expect(await verified()).toMatchObject({ agrees: true, packed: null }); // lists are read from the table
  });

  test('are told that the log is about to be told, between the swap and the telling', async () => {
    const log = new URL(house.databaseUrl);
    log.pathname = '/events0';
    const holder = new pg.Client({ connectionString: log.href });
    await holder.connect();
    const stateIs = async (state: string) => (await stateOf(house, 'untold')) === state;
    try {
      await holdRuns(house.databaseUrl, async () => {
        await ask(house, 'RescoringRequested', key, 'untold');
        await until('the run writes', () => stateIs('writing'));
        await holder.query('BEGIN');
        await holder.query('LOCK TABLE event_store.event IN SHARE MODE');
      });
      await until('the swap', () => stateIs('swapping'));
      expect(await verified()).toMatchObject({ agrees: false, readers: 'untold', expected: null });
    } finally {
      await holder.end();
    }
    await until('the log is told', async () => (await verified()).run_id === 'untold');
    expect(await verified()).toMatchObject({ agrees: true, readers: 'told' });
  });

  test('agree where an installation was restored: its runs are done again, and not told twice', {
    timeout: 60_000,
  }, async () => {
    const before = await verified();
    await killed(engine);
    for (const each of ['live_set', 'run', 'checkpoint'])
      await house.pool.query(`DELETE FROM scoring.${each}`);
    engine = await house.startEngine();
    await until('the scores', () => readScores(house, key), 45_000);
    const { found, ...after } = await verified();
    expect(after).toMatchObject({ agrees: true, readers: 'told', run_id: before.run_id });
  });
});
