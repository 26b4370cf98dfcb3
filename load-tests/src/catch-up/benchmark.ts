import type { ChildProcess } from 'node:child_process';
import { EventStoreDBClient } from '@eventstore/db-client';
import pg from 'pg';
import { ended, message, started } from '../children.ts';
import { type BenchmarkResult, comparison, type Figure } from '../figures.ts';
import { freePort, signIn } from '../product.ts';
import { type LoggedEvent, mixedEvents } from '../projections/events.ts';
import { appendAll, headOf, keepKeys } from '../projections/log.ts';
import {
  onServices,
  peakMegabytes,
  read,
  replay,
  startProjections,
  type Urls,
} from '../projections/processes.ts';
import { until } from '../until.ts';
import { readUntilShown, type Waited } from './reader.ts';

const EVENTS = Number(process.env.CATCH_UP_EVENTS ?? 100_000);
const ROUNDS = Number(process.env.CATCH_UP_ROUNDS ?? 5);
/** What has happened before. */
const BEFORE = 5_000;
const SEED = 20_261_122;
const READERS = 20;
/** What the replay of a whole log reaches of the speed of reading it. */
const GOAL_OF_READING = 0.4;
/** Rows that are there are replaced; a replay writes them anew. */
const GOAL_OF_REPLAY = 0.7;
const MAX_MEGABYTES = 500;
/** A reader waits 5 s for its read models; what is longer is the machine's. */
const MAX_REFUSAL_SECONDS = 8;
const PATIENCE = { pollMs: 10, timeoutMs: 180_000 };

const API = new URL('../../../api/src/main.ts', import.meta.url);
const superAdmin = { email: 'superadmin@landline.localhost', password: 'catches up, sooner or later' };

/**
 * Projections that were stopped while events came in: how fast they catch up, against a process that merely reads the same
 * log and against a replay of all of it, in how much memory; and what readers are told meanwhile who have seen more.
 */
export async function benchmark(progress: (line: string) => void): Promise<BenchmarkResult> {
  progress(`seed ${SEED}`);
  return await onServices(async (urls) => {
    const { events, subjects } = mixedEvents(BEFORE + ROUNDS * EVENTS, SEED);
    const house = await open(urls);
    try {
      await keepKeys(urls.databaseUrl, [...subjects]);
      await appendAll(urls, events.slice(0, BEFORE));
      await ended(await caughtUp(house));
      progress('projections have seen the beginning, and are stopped');
      const rounds: Round[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const from = BEFORE + round * EVENTS;
        rounds.push(await catchUp(house, events.slice(from, from + EVENTS), progress));
      }
      const all = (BEFORE + ROUNDS * EVENTS) / (await replay(urls)).seconds;
      progress(`the whole log replayed ${perSecond(all)}`);
      return { name: 'catch-up', figures: figuresOf(rounds, all) };
    } finally {
      await house.close();
    }
  });
}

interface House {
  readonly urls: Urls;
  readonly db: pg.Client;
  readonly log: EventStoreDBClient;
  readonly url: string;
  readonly token: string;
  close(): Promise<void>;
}

interface Round {
  /** Events per second: caught up, and merely read. */
  readonly value: number;
  readonly against: number;
  readonly megabytes: number;
  readonly waited: readonly Waited[];
}

async function open(urls: Urls): Promise<House> {
  const port = await freePort();
  const api = started(API, {
    DATABASE_URL: urls.databaseUrl,
    EVENTSTORE_URL: urls.eventStoreUrl,
    PORT: String(port),
    JWT_SECRET: 'a secret of benchmarks that is long enough',
    SUPERADMIN_EMAIL: superAdmin.email,
    SUPERADMIN_PASSWORD: superAdmin.password,
    LOG_LEVEL: 'error',
  });
  await message(api);
  const url = `http://127.0.0.1:${port}`;
  const db = new pg.Client({ connectionString: urls.databaseUrl });
  await db.connect();
  const log = EventStoreDBClient.connectionString(urls.eventStoreUrl);
  const close = async () => {
    await ended(api);
    await log.dispose();
    await db.end();
  };
  return { urls, db, log, url, token: await signIn({ url, superAdmin }), close };
}

/** A process that has passed what is the log's end now. */
async function caughtUp({ urls, db, log }: Pick<House, 'urls' | 'db' | 'log'>): Promise<ChildProcess> {
  const head = await headOf(log);
  const projections = await startProjections(urls);
  await passed(db, head);
  return projections;
}

/** While nobody projects, the events come in; then readers are refused; then it is caught up. */
async function catchUp(
  { urls, db, log, url, token }: House,
  events: readonly LoggedEvent[],
  progress: (line: string) => void,
): Promise<Round> {
  await appendAll(urls, events);
  const head = await headOf(log);
  const against = await read(urls);
  const { client_id } = events.findLast(({ type }) => type === 'ClientCreated')?.data ?? {};
  const shown = `${url}/api/ai/clients/${client_id}`;
  const position = `${await logIdOf(log)}:${head}`;
  let refusals = 0;
  const readers = Array.from({ length: READERS }, () =>
    readUntilShown(shown, token, position, () => {
      refusals++;
    }),
  );
  const waiting = Promise.all(readers);
  waiting.catch(() => undefined); // it is waited for below
  await Promise.race([
    waiting,
    until('each reader is refused', PATIENCE, async () => (refusals >= READERS ? true : undefined)),
  ]);
  const projections = await startProjections(urls);
  try {
    const begun = performance.now();
    await passed(db, head);
    const value = (events.length * 1_000) / (performance.now() - begun);
    const waited = await waiting;
    const megabytes = await peakMegabytes(projections);
    progress(
      `caught up ${perSecond(value)}, read ${perSecond(against)}, ${megabytes} MB, ${refusals} refusals`,
    );
    return { value, against, megabytes, waited };
  } finally {
    await ended(projections);
  }
}

/** Waits until every read model serves what happened up to there. */
async function passed(db: pg.Client, head: bigint): Promise<void> {
  await until('the read models have caught up', PATIENCE, async () => {
    const { rows } = await db.query<{ behind: boolean }>(
      `SELECT coalesce(min(position), -1) < $1 OR count(*) > (SELECT count(*) FROM read.projector) AS behind
       FROM read.checkpoint`,
      [head],
    );
    return rows[0]?.behind === false ? true : undefined;
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
  const refused = rounds.flatMap(({ waited }) => waited.map((each) => each.refused));
  const fewest = Math.min(...refused);
  return [
    comparison('catch_up_vs_read', 'events/s', rounds, GOAL_OF_READING),
    comparison(
      'catch_up_vs_replay',
      'events/s',
      rounds.map(({ value }) => ({ value, against: replayed })),
      GOAL_OF_REPLAY,
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
      rounds.flatMap(({ waited }) => waited.map(({ slowest }) => slowest)),
      MAX_REFUSAL_SECONDS,
    ),
  ];
}

const perSecond = (value: number) => `${Math.round(value).toLocaleString('en')}/s`;
