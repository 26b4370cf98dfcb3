import { EVERYONE, streams } from '@landline/event-schemas';
import { isRunFinished, runState } from '@landline/event-schemas/lifecycles/rescoring-run';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { explainAt } from '../history/candidate-history.ts';
import { eventLogReaderOf } from '../history/event-log-reader.ts';
import { verify } from '../history/verify.ts';
import { DEFAULT_MODEL, modelHash, type ScoringModel } from '../model.ts';
import { anotherModel, publishedModels, publishModel } from '../testing/models.ts';
import { classify, importParcels, parcels, removeClassification } from '../testing/parcels.ts';
import { checkpointPassed } from '../testing/runs.ts';
import { contradictions, expectedScores, readScores, scoredBy } from '../testing/scores.ts';
import {
  eventsOf,
  killAndWait,
  startTestEnvironment,
  type TestEnvironment,
  until,
} from '../testing/test-environment.ts';
import { train } from '../testing/train.ts';

vi.setConfig({ testTimeout: 90_000 });

const KEY = 'trained';
const rows = parcels(KEY, 3_000);
const trainedOn = (classified: ReadonlyMap<string, 'good' | 'bad'>, tables = DEFAULT_MODEL) =>
  train(
    tables,
    'adu',
    rows.flatMap((features) => {
      const classification = classified.get(features.id);
      return classification ? [{ features, classification }] : [];
    }),
  );

let environment: TestEnvironment;
let engine: Awaited<ReturnType<TestEnvironment['startEngine']>>;
beforeAll(async () => {
  environment = await startTestEnvironment();
  engine = await environment.startEngine();
  await importParcels(environment, KEY, rows);
  await until('the first scores', () => readScores(environment, KEY));
});
afterAll(() => environment.stop());

const scores = (model: ScoringModel, scope = EVERYONE) =>
  until(`trained scores of ${scope}`, scoredBy(environment, KEY, model, scope));

const classified = new Map<string, 'good' | 'bad'>();

test("everyone's training changes the scores of similar candidates, which verification confirms", async () => {
  const before = await readScores(environment, KEY);
  for (const [n, { id }] of rows.slice(0, 30).entries()) {
    classified.set(id, n % 4 === 0 ? 'good' : 'bad');
    await classify(environment, KEY, id, classified.get(id) ?? 'bad');
  }
  const live = await scores(trainedOn(classified));
  const changedRows = rows.slice(30).filter(({ id }) => live.scores.get(id) !== before?.scores.get(id));
  expect(changedRows.length).toBeGreaterThan(1_000);
  expect(await contradictions(environment, KEY, rows, classified)).toEqual([]);
  const { client, databaseUrl } = environment;
  await until('the run is reported', async () => {
    const { agrees, model_hash } = await verify({ client, databaseUrl, datasetKey: KEY });
    return agrees && model_hash === modelHash(trainedOn(classified));
  });
});

test("trains only a client's own model on its classifications, in addition to everyone's", async () => {
  const everyonesModel = trainedOn(classified);
  const ownClassified = new Map(classified);
  for (const { id } of rows.slice(40, 44)) {
    ownClassified.set(id, 'good');
    await classify(environment, KEY, id, 'good', { scope: 'client-1' });
  }
  await scores(trainedOn(ownClassified), 'client-1');
  expect(await contradictions(environment, KEY, rows, ownClassified, 'client-1')).toEqual([]);
  await scores(everyonesModel);
  expect((await publishedModels(environment)).at(-1)).toEqual(everyonesModel);
});

test('retrains once after new tables, and not again after a kill', async () => {
  await publishModel(environment, anotherModel(1));
  await scores(trainedOn(classified, anotherModel(1)));
  const publishedCount = async () => (await publishedModels(environment)).length;
  const before = await publishedCount();
  await killAndWait(engine);
  engine = await environment.startEngine();
  const position = await environment.append('staffUser-1', [
    { type: 'StaffUserSignedIn', data: { user_id: '1', session_id: '1' } },
  ]);
  await until('the checkpoint', checkpointPassed(environment, position));
  expect(await publishedCount()).toBe(before);
  await publishModel(environment, DEFAULT_MODEL);
  await scores(trainedOn(classified));
});

test('drops removed classifications from training but keeps their record', async () => {
  for (const id of classified.keys()) await removeClassification(environment, KEY, id);
  await scores(DEFAULT_MODEL);
  expect(await contradictions(environment, KEY, rows)).toEqual([]);
  const [first] = classified.keys();
  const recorded = await eventsOf(
    environment,
    streams.judgement(EVERYONE, first ?? ''),
    'PropertyClassified',
  );
  expect(recorded).toHaveLength(1);
});

const many = new Map(rows.slice(0, 1_000).map(({ id }, n) => [id, n % 3 === 0 ? 'good' : 'bad'] as const));

test('turns a thousand classifications in ten seconds into a few models and runs', async () => {
  const runs = async () => {
    const { rows: found } = await environment.pool.query<{ state: string }>(
      'SELECT state FROM scoring.run WHERE dataset_key = $1 AND scope = $2',
      [KEY, EVERYONE],
    );
    return found.map(({ state }) => runState.parse(state));
  };
  const modelsBefore = (await publishedModels(environment)).length;
  const runsBefore = (await runs()).length;
  const startedAt = performance.now();
  const appends: Promise<unknown>[] = [];
  for (const [n, [id, classification]] of [...many].entries()) {
    const delay = startedAt + n * 10 - performance.now();
    // Wait for the interval between two classifications of the burst.
    if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
    appends.push(classify(environment, KEY, id, classification));
  }
  await Promise.all(appends);
  await scores(trainedOn(many));
  expect(await contradictions(environment, KEY, rows, many)).toEqual([]);
  const endedRuns = await until('the end of all runs', async () => {
    const allRuns = await runs();
    return allRuns.every(isRunFinished) && allRuns;
  });
  const counted = {
    models: (await publishedModels(environment)).length - modelsBefore,
    runs: endedRuns.length - runsBefore,
  };
  process.stdout.write(`1,000 classifications: ${JSON.stringify(counted)}\n`);
  expect(counted.models).toBeLessThanOrEqual(8);
  expect(counted.runs).toBeLessThanOrEqual(8);
});

test('does not rescore the other property type, whose scores still follow its classifications and can be verified', async () => {
  const yards = parcels('yards', 300);
  const [first] = yards;
  if (!first) throw new Error('There are no yards');
  const runs = async () => {
    const { rows: found } = await environment.pool.query(
      `SELECT run_id FROM scoring.run WHERE dataset_key = 'yards'`,
    );
    return found.length;
  };
  const { client, databaseUrl } = environment;
  const verified = () => verify({ client, databaseUrl, datasetKey: 'yards' });
  await importParcels(environment, 'yards', yards, { propertyType: 'ios' });
  const before = await until('the scores of the yards', () => readScores(environment, 'yards'));
  await until('the run is reported', () =>
    verified().then(
      ({ agrees }) => agrees,
      () => false,
    ),
  );
  // More models than an engine remembers.
  for (let n = 0; n < 40; n++) await publishModel(environment, trainedOn(many, anotherModel(n)));
  const position = await publishModel(environment, trainedOn(many));
  await scores(trainedOn(many));
  expect(await runs()).toBe(1);
  expect(await readScores(environment, 'yards')).toEqual(before);
  const explained = await explainAt({ log: eventLogReaderOf(client), candidateId: first.id, position });
  const tenths = before.scores.get(first.id);
  expect(explained?.breakdown.score).toBe(typeof tenths === 'number' ? tenths / 10 : null);

  await classify(environment, 'yards', first.id, 'bad', { propertyType: 'ios' });
  const expected = expectedScores('ios', yards, DEFAULT_MODEL, new Map([[first.id, 'bad']]));
  await until('its own score', async () => {
    const live = await readScores(environment, 'yards');
    return live?.scores.get(first.id) === expected.get(first.id);
  });
  await until('verification succeeds', async () => (await verified()).agrees);
});
