import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type CandidateFeatures, EVERYONE, streams } from '@landline/event-schemas';
import { isRunFinished, runState } from '@landline/event-schemas/lifecycles/rescoring-run';
import { GROUP, TOPIC } from '@landline/scoring-engine/distributed/topic';
import { DEFAULT_MODEL, modelHash } from '@landline/scoring-engine/model';
import { classify, importParcels, parcels } from '@landline/scoring-engine/testing/parcels';
import { seededRandom } from '@landline/scoring-engine/testing/random';
import { contradictions, readScores } from '@landline/scoring-engine/testing/scores';
import {
  eventsOf,
  killAndWait,
  startTestEnvironment,
  type TestEnvironment,
  until,
} from '@landline/scoring-engine/testing/test-environment';
import { Partitioners } from 'kafkajs';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { testKafka } from '../testing/kafka-client.ts';
import { type KafkaBroker, startKafka } from './broker.ts';

const DATASET = 'hit';
/** Four chunks. */
const CANDIDATES = 60_000;
const TIMEOUT_MS = 60_000;
/** Number of chunks redelivered for each new one. */
const REDELIVERIES = 24;

let environment: TestEnvironment;
let dataDir: string;
let broker: KafkaBroker;
let rows: CandidateFeatures[];
const classified = new Map<string, 'good' | 'bad'>();

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'landline-kafka-'));
  environment = await startTestEnvironment();
  broker = await startKafka({ dataDir });
  rows = parcels(DATASET, CANDIDATES);
  await importParcels(environment, DATASET, rows);
});
afterEach(async () => {
  for (const each of engines) each.kill('SIGCONT'); // a process that a test paused handles no other signal
  // The group does not wait for a member that leaves cleanly.
  await Promise.all(engines.splice(0).map((each) => killAndWait(each, 'SIGTERM')));
});
afterAll(async () => {
  await broker?.stop();
  await environment?.stop();
  await rm(dataDir, { recursive: true });
});

const engines: ChildProcess[] = [];
async function engine(env: NodeJS.ProcessEnv = {}, logged?: string[]): Promise<ChildProcess> {
  const started = await environment.startEngine({ KAFKA_BROKERS: broker.brokers, ...env }, logged);
  engines.push(started);
  return started;
}

/** Starts the first engine and returns it once it is active. */
async function activeEngine(): Promise<ChildProcess> {
  const started = await engine();
  await until('an engine is active', async () => {
    const { rowCount } = await environment.pool.query(
      `SELECT FROM pg_stat_activity JOIN pg_locks USING (pid)
       WHERE application_name = 'scoring engine lock' AND locktype = 'advisory' AND granted`,
    );
    return rowCount === 1;
  });
  return started;
}

interface Run {
  readonly run_id: string;
  readonly state: string;
  readonly shares: Record<string, number> | null;
}

const runs = async () =>
  (await environment.pool.query<Run>('SELECT run_id, state, shares FROM scoring.run ORDER BY position')).rows;

/**
 * Waits until no run is unfinished. Then checks that each completed run was reported once and that readers see the
 * expected scores.
 */
async function waitUntilRescored(): Promise<Run[]> {
  const finished = await until(
    'all runs have ended',
    async () => {
      const all = await runs();
      return all.length > 0 && all.every(({ state }) => isRunFinished(runState.parse(state))) && all;
    },
    TIMEOUT_MS,
  );
  expect(finished.filter(({ state }) => state === 'failed')).toEqual([]);
  const reported = await eventsOf(environment, streams.rescoring(DATASET, EVERYONE), 'CandidatesRescored');
  const completed = finished.filter(({ state }) => state === 'completed').map(({ run_id }) => run_id);
  expect(reported.map(({ run_id }) => run_id).sort()).toEqual(completed.sort());
  expect(await contradictions(environment, DATASET, rows, classified)).toEqual([]);
  return finished;
}

let requestCount = 0;
async function requestRescoring(): Promise<string> {
  const run_id = `run-${++requestCount}`;
  const data = { run_id, dataset_key: DATASET, scope: EVERYONE };
  await environment.append(streams.rescoring(DATASET, EVERYONE), [{ type: 'RescoringRequested', data }]);
  return run_id;
}

const waitForState = (runId: string, ...states: string[]) =>
  until(
    `run ${runId} is ${states.join(' or ')}`,
    async () => (await runs()).find(({ run_id, state }) => run_id === runId && states.includes(state)),
    TIMEOUT_MS,
  );

const checksumOf = async (runId: string) => {
  const reported = await eventsOf(environment, streams.rescoring(DATASET, EVERYONE), 'CandidatesRescored');
  return reported.find(({ run_id }) => run_id === runId)?.checksum;
};

/** Rescores until two engines share a run; a consumer group takes a moment to form. */
async function runSharedByTwo(): Promise<string> {
  return await until(
    'two engines share a run',
    async () => {
      const run = await waitForState(await requestRescoring(), 'completed');
      return Object.keys(run.shares ?? {}).length === 2 && run.run_id;
    },
    TIMEOUT_MS,
  );
}

test('two engines share a run and produce the same bits as one', async () => {
  const directEngine = await environment.startEngine();
  await until('the first scores are written', () => readScores(environment, DATASET), TIMEOUT_MS);
  await classify(environment, DATASET, rows[7]?.id ?? '', 'bad');
  await classify(environment, DATASET, rows[CANDIDATES - 2]?.id ?? '', 'good');
  classified.set(rows[7]?.id ?? '', 'bad').set(rows[CANDIDATES - 2]?.id ?? '', 'good');
  await until('training uses the classifications', async () => {
    const live = await readScores(environment, DATASET);
    return live !== undefined && live.modelHash !== modelHash(DEFAULT_MODEL);
  });
  await waitUntilRescored();
  const direct = await requestRescoring();
  expect((await waitForState(direct, 'completed')).shares).toBeNull();
  await killAndWait(directEngine);

  const logged: string[] = [];
  const verbose = { LOG_LEVEL: 'info' };
  await Promise.all([engine(verbose, logged), engine(verbose, logged)]);
  const shared = await runSharedByTwo();
  expect(await checksumOf(shared)).toBe(await checksumOf(direct));
  const { shares } = await waitForState(shared, 'completed');
  await until('the run and its engines are in the log', async () =>
    logged
      .map((line) => JSON.parse(line))
      .some(
        ({ event, run, shares: named }) =>
          event === 'rescore.completed' && run === shared && isDeepStrictEqual(named, shares),
      ),
  );
  await waitUntilRescored();
});

test('chunks of a frozen, then killed engine are scored once, by the other engine', async () => {
  await activeEngine();
  const second = await engine();
  await runSharedByTwo();
  second.kill('SIGSTOP'); // the process keeps its chunks and sends nothing
  const run = await waitForState(await requestRescoring(), 'completed');
  expect(Object.keys(run.shares ?? {})).toHaveLength(1);
  await killAndWait(second);
  await waitForState(await requestRescoring(), 'completed');
  await waitUntilRescored();
});

/** Waits until Kafka reports this number of group members. */
async function waitForMembers(count: number): Promise<void> {
  const admin = testKafka(broker.brokers).admin();
  await admin.connect();
  await until(
    `${count} engines are in the group`,
    async () => {
      const { groups } = await admin.describeGroups([GROUP]);
      return groups[0]?.state === 'Stable' && groups[0].members.length === count;
    },
    TIMEOUT_MS,
  );
  await admin.disconnect();
}

/** Returns a message of the last shared run. */
async function lastMessage(): Promise<Record<string, unknown>> {
  const consumer = testKafka(broker.brokers).consumer({ groupId: `test-${randomUUID()}` });
  await consumer.connect();
  await consumer.subscribe({ topic: TOPIC, fromBeginning: true });
  let last: Record<string, unknown> | undefined;
  await consumer.run({
    eachMessage: async ({ message: { value } }) => {
      const message = JSON.parse(String(value)) as Record<string, unknown>;
      if (message.run_id === `run-${requestCount}`) last = message;
    },
  });
  const chunk = await until('a chunk of the last run is received', async () => last, TIMEOUT_MS);
  await consumer.disconnect();
  return chunk;
}

/**
 * Sends chunks of a run that only this test waits for, two per partition, and returns a function that
 * lists the engines that scored them.
 */
async function sendChunks(runId: string, message: Record<string, unknown>): Promise<() => Promise<string[]>> {
  await environment.pool.query(
    `INSERT INTO scoring.run (run_id, dataset_key, scope, position, state) VALUES ($1, $2, $3, 0, 'scoring')`,
    [runId, DATASET, EVERYONE],
  );
  const as_of = String(asOf++);
  const producer = testKafka(broker.brokers).producer({ createPartitioner: Partitioners.DefaultPartitioner });
  await producer.connect();
  await producer.send({
    topic: TOPIC,
    messages: Array.from({ length: REDELIVERIES }, (_, chunk) => ({
      partition: chunk % (REDELIVERIES / 2),
      value: JSON.stringify({ ...message, run_id: runId, as_of, chunk }),
    })),
  });
  await producer.disconnect();
  return async () => {
    const { rows: scored } = await environment.pool.query<{ scored_by: string }>(
      'SELECT scored_by FROM scoring.chunk WHERE as_of = $1',
      [as_of],
    );
    return scored.map(({ scored_by }) => scored_by);
  };
}
let asOf = 1;

test('chunks assigned to a frozen or dead engine are redelivered when its session expires and scored once', {
  timeout: 300_000,
}, async () => {
  const active = await activeEngine();
  for (const fault of ['SIGSTOP', 'SIGKILL'] as const) {
    const other = await engine();
    await runSharedByTwo();
    const message = await lastMessage();
    await waitForMembers(2);
    other.kill(fault); // the engine does not leave the group
    const scorers = await sendChunks(`held ${fault}`, message);
    await until(
      'the active engine has scored its half',
      async () => (await scorers()).length >= REDELIVERIES / 2,
    );
    await until('all are scored', async () => (await scorers()).length === REDELIVERIES, TIMEOUT_MS);
    await waitForMembers(1);
    const before = await scorers();
    expect(new Set(before).size).toBe(1);
    expect(before[0]).toMatch(new RegExp(`:${active.pid}$`));
    if (fault === 'SIGSTOP') {
      other.kill('SIGCONT'); // the engine learns that it was removed from the group and that its chunks are done
      await waitForMembers(2);
      expect(await scorers()).toEqual(before);
    }
    await environment.pool.query('DELETE FROM scoring.run WHERE run_id = $1', [`held ${fault}`]);
    if (fault === 'SIGSTOP') {
      await runSharedByTwo();
      await killAndWait(other, 'SIGTERM');
      await waitForMembers(1);
    }
  }
  await waitUntilRescored();
});

test('the other engine completes a run once when the active one is killed at any point of it', async () => {
  const random = seededRandom();
  let active = await activeEngine();
  let other = await engine();
  for (let round = 1; round <= 3; round++) {
    await runSharedByTwo();
    const run = await requestRescoring();
    await waitForState(run, 'scoring', 'writing', 'swapping', 'completed');
    await new Promise((resolve) => setTimeout(resolve, random() * 100)); // wait for the random moment of the crash
    await killAndWait(active);
    await waitForState(run, 'completed');
    active = other;
    other = await engine();
  }
  await waitUntilRescored();
});

test('repeated, late and reordered deliveries change nothing', async () => {
  await Promise.all([engine(), engine()]);
  const before = await checksumOf(await runSharedByTwo());
  const kafka = testKafka(broker.brokers);
  const producer = kafka.producer({ createPartitioner: Partitioners.DefaultPartitioner });
  const consumer = kafka.consumer({ groupId: `test-${randomUUID()}` });
  await Promise.all([producer.connect(), consumer.connect()]);
  await consumer.subscribe({ topic: TOPIC, fromBeginning: true });
  const texts: string[] = [];
  await consumer.run({
    eachMessage: async ({ message: { value } }) => {
      const text = String(value);
      if (texts.includes(text)) return;
      texts.push(text);
      // Newest first, and to different partitions than before.
      const messages = texts
        .slice(-REDELIVERIES)
        .toReversed()
        .map((each) => ({ key: randomUUID(), value: each }));
      await producer.send({ topic: TOPIC, messages });
    },
  });
  for (let round = 1; round <= 3; round++) {
    const run = await requestRescoring();
    await waitForState(run, 'completed');
    expect(await checksumOf(run)).toBe(before);
  }
  await Promise.all([consumer.disconnect(), producer.disconnect()]);
  await waitUntilRescored();
});
