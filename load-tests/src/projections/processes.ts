import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { nextMessage, startChild, stopChildren } from '../children.ts';

export interface Urls {
  readonly databaseUrl: string;
  readonly eventStoreUrl: string;
}

/** Separate programs, started by their paths. */
const SERVICES = new URL('../../../infra/src/testing/services-main.ts', import.meta.url);
const PROJECTIONS = new URL('../../../projections/src/main.ts', import.meta.url);
const READER = new URL('./reader.ts', import.meta.url);
/** Node options that the supervisor gives its processes; the reader gets the same. */
const NODE_OPTIONS = ['--max-semi-space-size=48'];
const POLL_MS = 10;

export async function withServices<T>(work: (urls: Urls) => Promise<T>): Promise<T> {
  const child = run(SERVICES);
  try {
    return await work(await nextMessage<Urls>(child));
  } finally {
    await stopChildren(child);
  }
}

/** Returns the events per second of a client that only reads. */
export async function read({ eventStoreUrl }: Urls): Promise<number> {
  const reader = run(READER, { EVENTSTORE_URL: eventStoreUrl });
  const { milliseconds, events } = await nextMessage<{ milliseconds: number; events: number }>(reader);
  await stopChildren(reader);
  return (events / milliseconds) * 1000;
}

/**
 * Measures the time from when the process is ready, with its tables created, until all read models have reached the
 * end of the log.
 */
export async function replay(urls: Urls): Promise<{ seconds: number; megabytes: number }> {
  const database = new pg.Client({ connectionString: urls.databaseUrl });
  await database.connect();
  await database.query('DROP SCHEMA IF EXISTS read CASCADE');
  await database.query('CHECKPOINT');
  await database.end();
  return await withReadModels(urls, async (projections, seconds) => ({
    seconds,
    megabytes: await peakMegabytes(projections),
  }));
}

/**
 * Measures the seconds that one process takes to build the read models up to the end of the log, then runs `work`
 * while it keeps them up to date.
 */
async function withReadModels<T>(
  urls: Urls,
  work: (projections: ChildProcess, seconds: number) => Promise<T>,
): Promise<T> {
  const database = new pg.Client({ connectionString: urls.databaseUrl });
  await database.connect();
  const projections = await startProjections(urls);
  try {
    const startedAt = performance.now();
    while (!(await areBuilt(database))) await delay(POLL_MS);
    return await work(projections, (performance.now() - startedAt) / 1000);
  } finally {
    await stopChildren(projections);
    await database.end();
  }
}

/** Starts one process for all read models and waits for its tables. */
export async function startProjections({ databaseUrl, eventStoreUrl }: Urls): Promise<ChildProcess> {
  const projections = run(PROJECTIONS, {
    DATABASE_URL: databaseUrl,
    EVENTSTORE_URL: eventStoreUrl,
    LOG_LEVEL: 'warn',
  });
  await nextMessage(projections);
  return projections;
}

/** Returns whether all read models have reached the end of the log, which makes them live. */
async function areBuilt(database: pg.Client): Promise<boolean> {
  const { rows } = await database.query<{ built: boolean }>(
    `SELECT count(*) > 0 AND count(*) = (SELECT count(*) FROM read.projector) AS built FROM read.checkpoint`,
  );
  return rows[0]?.built ?? false;
}

export async function peakMegabytes(child: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024);
}

const run = (module: URL, env: NodeJS.ProcessEnv = {}) => startChild(module, env, NODE_OPTIONS);
