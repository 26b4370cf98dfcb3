import { EVERYONE, streams } from '@landline/event-schemas';
import { isRunOver, runState } from '@landline/event-schemas/lifecycles/rescoring-run';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { explainAt } from '../history/candidate.ts';
import { verify } from '../history/verify.ts';
import { learn } from '../learning.ts';
import { DEFAULT_MODEL, modelHash, type ScoringModel } from '../model.ts';
import { eventsOf, type House, killed, startHouse, until } from '../testing/house.ts';
import { anotherModel, publishedModels, publishModel } from '../testing/models.ts';
import { importParcels, judge, parcels, removeJudgement } from '../testing/parcels.ts';
import { passed } from '../testing/runs.ts';
import { contradictions, expectedScores, readScores, scoredBy } from '../testing/scores.ts';

vi.setConfig({ testTimeout: 90_000 });

const KEY = 'taught';
const rows = parcels(KEY, 3_000);
const taughtBy = (judged: ReadonlyMap<string, 'good' | 'bad'>, tables = DEFAULT_MODEL) =>
  learn(
    tables,
    'adu',
    rows.flatMap((features) => {
      const classification = judged.get(features.id);
      return classification ? [{ features, classification }] : [];
    }),
  );

let house: House;
let engine: Awaited<ReturnType<House['startEngine']>>;
beforeAll(async () => {
  house = await startHouse();
  engine = await house.startEngine();
  await importParcels(house, KEY, rows);
  await until('the first scores', () => readScores(house, KEY));
});
afterAll(() => house.stop());

const scores = (model: ScoringModel, scope = EVERYONE) =>
  until(`scores of what ${scope} learned`, scoredBy(house, KEY, model, scope));

const judged = new Map<string, 'good' | 'bad'>();

test('what everyone is taught about kinds of candidates changes the others of those kinds, and can be verified', async () => {
  const before = await readScores(house, KEY);
  for (const [n, { id }] of rows.slice(0, 30).entries()) {
    judged.set(id, n % 4 === 0 ? 'good' : 'bad');
    await judge(house, KEY, id, judged.get(id) ?? 'bad');
  }
  const live = await scores(taughtBy(judged));
  const changed = rows.slice(30).filter(({ id }) => live.scores.get(id) !== before?.scores.get(id));
  expect(changed.length).toBeGreaterThan(1_000);
  expect(await contradictions(house, KEY, rows, judged)).toEqual([]);
  const { client, databaseUrl } = house;
  await until('the log is told', async () => {
    const { agrees, model_hash } = await verify({ client, databaseUrl, datasetKey: KEY });
    return agrees && model_hash === modelHash(taughtBy(judged));
  });
});

test("a client's judgements teach that client's model alone, on top of what everyone was taught", async () => {
  const everyones = taughtBy(judged);
  const theirs = new Map(judged);
  for (const { id } of rows.slice(40, 44)) {
    theirs.set(id, 'good');
    await judge(house, KEY, id, 'good', { scope: 'client-1' });
  }
  await scores(taughtBy(theirs), 'client-1');
  expect(await contradictions(house, KEY, rows, theirs, 'client-1')).toEqual([]);
  await scores(everyones);
  expect((await publishedModels(house)).at(-1)).toEqual(everyones);
});

test('other tables are taught the same judgements, once, and an engine that is killed teaches nothing twice', async () => {
  await publishModel(house, anotherModel(1));
  await scores(taughtBy(judged, anotherModel(1)));
  const told = async () => (await publishedModels(house)).length;
  const before = await told();
  await killed(engine);
  engine = await house.startEngine();
  const position = await house.append('staffUser-1', [
    { type: 'StaffUserSignedIn', data: { user_id: '1', session_id: '1' } },
  ]);
  await until('the checkpoint', passed(house, position));
  expect(await told()).toBe(before);
  await publishModel(house, DEFAULT_MODEL);
  await scores(taughtBy(judged));
});

test('what is taken back is learned no more, and the record of it stays', async () => {
  for (const id of judged.keys()) await removeJudgement(house, KEY, id);
  await scores(DEFAULT_MODEL);
  expect(await contradictions(house, KEY, rows)).toEqual([]);
  const [first] = judged.keys();
  const kept = await eventsOf(house, streams.judgement(EVERYONE, first ?? ''), 'PropertyClassified');
  expect(kept).toHaveLength(1);
});

const many = new Map(rows.slice(0, 1_000).map(({ id }, n) => [id, n % 3 === 0 ? 'good' : 'bad'] as const));

test('a thousand judgements in ten seconds come to a handful of models and runs', async () => {
  const runs = async () => {
    const { rows: found } = await house.pool.query<{ state: string }>(
      'SELECT state FROM scoring.run WHERE dataset_key = $1 AND scope = $2',
      [KEY, EVERYONE],
    );
    return found.map(({ state }) => runState.parse(state));
  };
  const modelsBefore = (await publishedModels(house)).length;
  const runsBefore = (await runs()).length;
  const startedAt = performance.now();
  const sent: Promise<unknown>[] = [];
  for (const [n, [id, classification]] of [...many].entries()) {
    const due = startedAt + n * 10 - performance.now();
    if (due > 0) await new Promise((resolve) => setTimeout(resolve, due)); // the pace of the burst
    sent.push(judge(house, KEY, id, classification));
  }
  await Promise.all(sent);
  await scores(taughtBy(many));
  expect(await contradictions(house, KEY, rows, many)).toEqual([]);
  const all = await until('the end of all runs', async () => {
    const found = await runs();
    return found.every(isRunOver) && found;
  });
  const counted = {
    models: (await publishedModels(house)).length - modelsBefore,
    runs: all.length - runsBefore,
  };
  process.stdout.write(`1,000 judgements: ${JSON.stringify(counted)}\n`);
  expect(counted.models).toBeLessThanOrEqual(8);
  expect(counted.runs).toBeLessThanOrEqual(8);
});

test('scores of the other property type stay as they are, follow its judgements, and can be verified and explained', async () => {
  const yards = parcels('yards', 300);
  const [first] = yards;
  if (!first) throw new Error('There are no yards');
  const runs = async () => {
    const { rows: found } = await house.pool.query(
      `SELECT run_id FROM scoring.run WHERE dataset_key = 'yards'`,
    );
    return found.length;
  };
  const { client, databaseUrl } = house;
  const verified = () => verify({ client, databaseUrl, datasetKey: 'yards' });
  await importParcels(house, 'yards', yards, { propertyType: 'ios' });
  const before = await until('the scores of the yards', () => readScores(house, 'yards'));
  await until('the log is told', () =>
    verified().then(
      ({ agrees }) => agrees,
      () => false,
    ),
  );
  // More models than an engine remembers.
  for (let n = 0; n < 40; n++) await publishModel(house, taughtBy(many, anotherModel(n)));
  const position = await publishModel(house, taughtBy(many));
  await scores(taughtBy(many));
  expect(await runs()).toBe(1);
  expect(await readScores(house, 'yards')).toEqual(before);
  const explained = await explainAt({ client, candidateId: first.id, position });
  const tenths = before.scores.get(first.id);
  expect(explained?.breakdown.score).toBe(typeof tenths === 'number' ? tenths / 10 : null);

  await judge(house, 'yards', first.id, 'bad', { propertyType: 'ios' });
  const expected = expectedScores('ios', yards, DEFAULT_MODEL, new Map([[first.id, 'bad']]));
  await until('its own score', async () => {
    const live = await readScores(house, 'yards');
    return live?.scores.get(first.id) === expected.get(first.id);
  });
  await until('the log agrees', async () => (await verified()).agrees);
});
