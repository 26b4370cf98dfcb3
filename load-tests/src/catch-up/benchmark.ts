import type { ChildProcess } from 'node:child_process';
import { EventStoreDBClient } from '@eventstore/db-client';
import pg from 'pg';
import { nextMessage, startChild, stopChildren } from '../children.ts';
import { type BenchmarkResult, comparison, type Figure } from '../figures.ts';
import { freePort, signIn } from '../product.ts';
import { type LoggedEvent, mixedEvents } from '../projections/events.ts';
import { appendAll, headOf, insertKeys } from '../projections/log.ts';
import {
  peakMegabytes,
  read,
  replay,
  startProjections,
  type Urls,
  withServices,
} from '../projections/processes.ts';
import { until } from '../until.ts';
import { readUntilShown, type WaitResult } from './reader.ts';

const EVENTS = Number(process.env.CATCH_UP_EVENTS ?? 100_000);
const ROUNDS = Number(process.env.CATCH_UP_ROUNDS ?? 5);
/** Number of events in the log before the projections stop. */
const INITIAL_EVENTS = 5_000;
const SEED = 20_261_122;
const READERS = 20;
/** Minimum catch-up speed, as a share of the speed of only reading the log. */
const MIN_READ_RATIO = 0.4;
/** Minimum catch-up speed, as a share of replay speed; catching up also updates existing rows. */
const MIN_REPLAY_RATIO = 0.7;
const MAX_MEGABYTES = 500;
/**
 * Maximum time until a reader gets a 503, in seconds: a query waits 5 s for its read model, plus 3 s for a busy
 * machine.
 */
const MAX_REFUSAL_SECONDS = 8;
const WAIT_OPTIONS = { pollMs: 10, timeoutMs: 180_000 };

const API = new URL('../../../api/src/main.ts', import.meta.url);
const superAdmin = { email: 'superadmin@landline.localhost', password: 'catch-up benchmark password' };

/**
 * Measures how fast stopped projections catch up, compared with only reading the same log and with a full replay.
 * Also measures their peak memory, and checks that the API answers 503 to queries with a newer position until the
 * read models reach it.
 */
export async function benchmark(progress: (line: string) => void): Promise<BenchmarkResult> {
  progress(`seed ${SEED}`);
  return await withServices(async (urls) => {
    const { events, subjects } = mixedEvents(INITIAL_EVENTS + ROUNDS * EVENTS, SEED);
    const environment = await openEnvironment(urls);
    try {
      await insertKeys(urls.databaseUrl, [...subjects]);
      await appendAll(urls, events.slice(0, INITIAL_EVENTS));
      await stopChildren(await startAndCatchUp(environment));
      progress('projections caught up with the first events and stopped');
      const rounds: Round[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const from = INITIAL_EVENTS + round * EVENTS;
        rounds.push(await catchUp(environment, events.slice(from, from + EVENTS), progress));
      }
      const replayed = (INITIAL_EVENTS + ROUNDS * EVENTS) / (await replay(urls)).seconds;
      progress(`full replay ${perSecond(replayed)}`);
      return { name: 'catch-up', figures: figuresOf(rounds, replayed) };
    } finally {
      await environment.close();
    }
  });
}

interface TestEnvironment {
  readonly urls: Urls;
  readonly db: pg.Client;
  readonly log: EventStoreDBClient;
  readonly url: string;
  readonly token: string;
  close(): Promise<void>;
}

interface Round {
  /** Events per second while catching up. */
  readonly value: number;
  /** Events per second while only reading. */
  readonly against: number;
  readonly megabytes: number;
  readonly waits: readonly WaitResult[];
}

async function openEnvironment(urls: Urls): Promise<TestEnvironment> {
  const port = await freePort();
  const api = startChild(API, {
    DATABASE_URL: urls.databaseUrl,
    EVENTSTORE_URL: urls.eventStoreUrl,
    PORT: String(port),
    JWT_SECRET: 'benchmark-secret-of-at-least-32-characters',
    SUPERADMIN_EMAIL: superAdmin.email,
    SUPERADMIN_PASSWORD: superAdmin.password,
    LOG_LEVEL: 'error',
  });
  await nextMessage(api);
  const url = `http://127.0.0.1:${port}`;
  const db = new pg.Client({ connectionString: urls.databaseUrl });
  await db.connect();
  const log = EventStoreDBClient.connectionString(urls.eventStoreUrl);
  const close = async () => {
    await stopChildren(api);
    await log.dispose();
    await db.end();
  };
  return { urls, db, log, url, token: await signIn({ url, superAdmin }), close };
}

/** Starts the projections and waits until they reach the current end of the log. */
async function startAndCatchUp({
  urls,
  db,
  log,
}: Pick<TestEnvironment, 'urls' | 'db' | 'log'>): Promise<ChildProcess> {
  const head = await headOf(log);
  const projections = await startProjections(urls);
  await waitUntilCaughtUp(db, head);
  return projections;
}

/**
 * Appends events while the projections are stopped, checks that readers get a 503, then starts the projections and
 * measures how fast they catch up.
 */
async function catchUp(
  { urls, db, log, url, token }: TestEnvironment,
  events: readonly LoggedEvent[],
  progress: (line: string) => void,
): Promise<Round> {
  await appendAll(urls, events);
  const head = await headOf(log);
  const against = await read(urls);
  const { client_id } = events.findLast(({ type }) => type === 'ClientCreated')?.data ?? {};
  const clientUrl = `${url}/api/ai/clients/${client_id}`;
  const position = `${await logIdOf(log)}:${head}`;
  let refusals = 0;
  const readers = Array.from({ length: READERS }, () =>
    readUntilShown(clientUrl, token, position, () => {
      refusals++;
    }),
  );
  const waiting = Promise.all(readers);
  waiting.catch(() => undefined); // awaited below
  await Promise.race([
    waiting,
    until('every reader has received a 503', WAIT_OPTIONS, async () => refusals >= READERS),
  ]);
  const projections = await startProjections(urls);
  try {
    const startedAt = performance.now();
    await waitUntilCaughtUp(db, head);
    const value = (events.length * 1_000) / (performance.now() - startedAt);
    const waits = await waiting;
    const megabytes = await peakMegabytes(projections);
    progress(
      `caught up ${perSecond(value)}, read ${perSecond(against)}, ${megabytes} MB, ${refusals} refusals`,
    );
    return { value, against, megabytes, waits };
  } finally {
    await stopChildren(projections);
  }
}

/** Waits until every read model has reached a position. */
async function waitUntilCaughtUp(db: pg.Client, head: bigint): Promise<void> {
  await until('the read models have caught up', WAIT_OPTIONS, async () => {
    const { rows } = await db.query<{ behind: boolean }>(
      `SELECT coalesce(min(position), -1) < $1 OR count(*) > (SELECT count(*) FROM read.projector) AS behind
       FROM read.checkpoint`,
      [head],
    );
    return rows[0]?.behind === false;
  });
}

async function logIdOf(log: EventStoreDBClient): Promise<string> {
  let id = '';
  for await (const { event } of log.readStream('log-landline', { maxCount: 1 }))
    if (event) id = (event.data as { log_id: string }).log_id;
  return id;
}

function figuresOf(rounds: readonly Round[], replayed: number): Figure[] {
  const highest = (id: string, unit: string, values: readonly number[], goal: number): Figure => {
    const value = Math.max(...values);
    return { id, value, unit, goal, met: value <= goal, spread: [Math.min(...values), value] };
  };
  const refused = rounds.flatMap(({ waits }) => waits.map((each) => each.refused));
  const fewest = Math.min(...refused);
  return [
    comparison('catch_up_vs_read', 'events/s', rounds, MIN_READ_RATIO),
    comparison(
      'catch_up_vs_replay',
      'events/s',
      rounds.map(({ value }) => ({ value, against: replayed })),
      MIN_REPLAY_RATIO,
    ),
    highest(
      'catch_up_peak_memory',
      'MB',
      rounds.map(({ megabytes }) => megabytes),
      MAX_MEGABYTES,
    ),
    {
      id: 'refused_each_at_least',
      value: fewest,
      unit: '',
      goal: 1,
      met: fewest >= 1,
      spread: [fewest, Math.max(...refused)],
    },
    highest(
      'refused_after',
      's',
      rounds.flatMap(({ waits }) => waits.map(({ slowest }) => slowest)),
      MAX_REFUSAL_SECONDS,
    ),
  ];
}

const perSecond = (value: number) => `${Math.round(value).toLocaleString('en')}/s`;
