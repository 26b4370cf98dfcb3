import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type CandidateFeatures, EVERYONE, streams } from '@landline/event-schemas';
import { isRunOver, runState } from '@landline/event-schemas/lifecycles/rescoring-run';
import { DEFAULT_MODEL, modelHash } from '@landline/scoring-engine/model';
import { eventsOf, type House, killed, startHouse, until } from '@landline/scoring-engine/testing/house';
import { importParcels, judge, parcels } from '@landline/scoring-engine/testing/parcels';
import { contradictions, readScores } from '@landline/scoring-engine/testing/scores';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type KafkaBroker, startKafka } from './broker.ts';

const KEY = 'hit';
/** Four chunks. */
const CANDIDATES = 60_000;
const PATIENCE_MS = 60_000;

let house: House;
let dataDir: string;
let broker: KafkaBroker;
let rows: CandidateFeatures[];
const judged = new Map<string, 'good' | 'bad'>();

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'landline-kafka-'));
  [house, broker] = await Promise.all([startHouse(), startKafka({ dataDir })]);
  rows = parcels(KEY, CANDIDATES);
  await importParcels(house, KEY, rows);
});
afterEach(() => house.killChildren());
afterAll(async () => {
  await broker.stop();
  await house.stop();
  await rm(dataDir, { recursive: true });
});

const engine = () => house.startEngine({ KAFKA_BROKERS: broker.brokers });

interface Run {
  readonly run_id: string;
  readonly state: string;
  readonly shares: Record<string, number> | null;
}

const runs = async () =>
  (await house.pool.query<Run>('SELECT run_id, state, shares FROM scoring.run ORDER BY position')).rows;

/** Waits until nothing is left to do. Each completed run was told of once, and what readers see is what has to be. */
async function settled(): Promise<Run[]> {
  const found = await until(
    'the end of all runs',
    async () => {
      const all = await runs();
      return all.length > 0 && all.every(({ state }) => isRunOver(runState.parse(state))) && all;
    },
    PATIENCE_MS,
  );
  expect(found.filter(({ state }) => state === 'failed')).toEqual([]);
  const told = await eventsOf(house, streams.rescoring(KEY, EVERYONE), 'CandidatesRescored');
  const completed = found.filter(({ state }) => state === 'completed').map(({ run_id }) => run_id);
  expect(told.map(({ run_id }) => run_id).sort()).toEqual(completed.sort());
  expect(await contradictions(house, KEY, rows, judged)).toEqual([]);
  return found;
}

let asked = 0;
async function ask(): Promise<string> {
  const run_id = `run-${++asked}`;
  const data = { run_id, dataset_key: KEY, scope: EVERYONE };
  await house.append(streams.rescoring(KEY, EVERYONE), [{ type: 'RescoringRequested', data }]);
  return run_id;
}

const isAt = (runId: string, ...states: string[]) =>
  until(
    `run ${runId} ${states}`,
    async () => (await runs()).find(({ run_id, state }) => run_id === runId && states.includes(state)),
    PATIENCE_MS,
  );

const checksumOf = async (runId: string) => {
  const told = await eventsOf(house, streams.rescoring(KEY, EVERYONE), 'CandidatesRescored');
  return told.find(({ run_id }) => run_id === runId)?.checksum;
};

/** Asks until two engines shared a run: a group takes a moment to form. */
async function sharedByTwo(): Promise<string> {
  return await until(
    'two engines share a run',
    async () => {
      const run = await isAt(await ask(), 'completed');
      return Object.keys(run.shares ?? {}).length === 2 && run.run_id;
    },
    PATIENCE_MS,
  );
}

test('two engines share a run, and come to the same bits as one alone', async () => {
  const alone = await house.startEngine();
  await until('the first scores', () => readScores(house, KEY), PATIENCE_MS);
  await judge(house, KEY, rows[7]?.id ?? '', 'bad');
  await judge(house, KEY, rows[CANDIDATES - 2]?.id ?? '', 'good');
  judged.set(rows[7]?.id ?? '', 'bad').set(rows[CANDIDATES - 2]?.id ?? '', 'good');
  await until('what was judged is learned', async () => {
    const live = await readScores(house, KEY);
    return live !== undefined && live.modelHash !== modelHash(DEFAULT_MODEL);
  });
  await settled();
  const direct = await ask();
  expect((await isAt(direct, 'completed')).shares).toBeNull();
  await killed(alone);

  await Promise.all([engine(), engine()]);
  const shared = await sharedByTwo();
  expect(await checksumOf(shared)).toBe(await checksumOf(direct));
  await settled();
});
