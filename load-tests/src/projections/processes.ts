import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { ended, message, started } from '../children.ts';

export interface Urls {
  readonly databaseUrl: string;
  readonly eventStoreUrl: string;
}

/** Started by path, like any other program. */
const SERVICES = new URL('../../../infra/src/testing/services-main.ts', import.meta.url);
const PROJECTIONS = new URL('../../../projections/src/main.ts', import.meta.url);
const READER = new URL('./reader.ts', import.meta.url);
/** As the supervisor starts its processes; the reader gets the same. */
const NURSERY = ['--max-semi-space-size=48'];
const POLL_MS = 10;

export async function onServices<T>(work: (urls: Urls) => Promise<T>): Promise<T> {
  const child = run(SERVICES);
  try {
    return await work(await message<Urls>(child));
  } finally {
    await ended(child);
  }
}

/** Events per second of a client that merely reads. */
export async function read({ eventStoreUrl }: Urls): Promise<number> {
  const reader = run(READER, { EVENTSTORE_URL: eventStoreUrl });
  const { milliseconds, events } = await message<{ milliseconds: number; events: number }>(reader);
  await ended(reader);
  return (events / milliseconds) * 1000;
}

/** From when the process is ready, its tables made, until all its read models serve what the whole log says. */
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

/** `work` while one process keeps the read models, which it has brought to the log's end in so many seconds. */
async function withReadModels<T>(
  urls: Urls,
  work: (projections: ChildProcess, seconds: number) => Promise<T>,
): Promise<T> {
  const database = new pg.Client({ connectionString: urls.databaseUrl });
  await database.connect();
  const projections = await startProjections(urls);
  try {
    const begun = performance.now();
    while (!(await built(database))) await delay(POLL_MS);
    return await work(projections, (performance.now() - begun) / 1000);
  } finally {
    await ended(projections);
    await database.end();
  }
}

/** One process for all read models; its tables are there. */
export async function startProjections({ databaseUrl, eventStoreUrl }: Urls): Promise<ChildProcess> {
  const projections = run(PROJECTIONS, {
    DATABASE_URL: databaseUrl,
    EVENTSTORE_URL: eventStoreUrl,
    LOG_LEVEL: 'warn',
  });
  await message(projections);
  return projections;
}

/** Readers are pointed at a read model when it has reached the end of the log. */
async function built(database: pg.Client): Promise<boolean> {
  const { rows } = await database.query<{ built: boolean }>(
    `SELECT count(*) > 0 AND count(*) = (SELECT count(*) FROM read.projector) AS built FROM read.checkpoint`,
  );
  return rows[0]?.built ?? false;
}

export async function peakMegabytes(child: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024);
}

const run = (module: URL, env: NodeJS.ProcessEnv = {}) => started(module, env, NURSERY);
