import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { ended, message, started } from '../children.ts';
import { type BenchmarkResult, comparison, median, type Round } from '../figures.ts';
import { importedChunk, type LoggedEvent, mixedEvents, random } from './events.ts';
import { fillLog } from './log.ts';

const ROUNDS = 5;
const SEED = 20_260_101;
const MIXED_EVENTS = 100_000;
const IMPORT_EVENTS = 200;
const ROWS_PER_EVENT = 500;
const MAX_MEGABYTES = 500;
const ROWS_PER_SECOND = 30_000;
const POLL_MS = 10;

/** As the supervisor starts its processes; the reader gets the same. */
const NURSERY = ['--max-semi-space-size=48'];

/** Started by path, like any other program. */
const SERVICES = new URL('../../../infra/src/testing/services-main.ts', import.meta.url);
const PROJECTIONS = new URL('../../../projections/src/main.ts', import.meta.url);
const READER = new URL('./reader.ts', import.meta.url);

interface Urls {
  readonly databaseUrl: string;
  readonly eventStoreUrl: string;
}

/**
 * Every read model built from the first event of a log on, by a new process on an empty database each time: of mixed
 * events, against a new process that merely reads them with the same client, in turns; and of an import's rows.
 */
export async function benchmark(progress: (line: string) => void): Promise<BenchmarkResult> {
  progress(`seed ${SEED}`);
  const rounds = await onServices(async (urls) => {
    const { events, subjects } = mixedEvents(MIXED_EVENTS, SEED);
    await fillLog(urls, events, subjects);
    progress(`${MIXED_EVENTS} mixed events written`);
    const measured: Round[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const against = await read(urls);
      const { seconds, megabytes } = await replay(urls);
      measured.push({ value: MIXED_EVENTS / seconds, against });
      progress(`replayed ${perSecond(MIXED_EVENTS / seconds)}, read ${perSecond(against)}, ${megabytes} MB`);
    }
    return measured;
  });
  const imports = await onServices(async (urls) => {
    const subjects = new Set<string>();
    await fillLog(urls, importEvents(), subjects);
    const measured: { value: number; megabytes: number }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const { seconds, megabytes } = await replay(urls);
      measured.push({ value: (IMPORT_EVENTS * ROWS_PER_EVENT) / seconds, megabytes });
      progress(`imported ${perSecond((IMPORT_EVENTS * ROWS_PER_EVENT) / seconds)} rows, ${megabytes} MB`);
    }
    return measured;
  });
  const rows = imports.map(({ value }) => value);
  const memory = imports.map(({ megabytes }) => megabytes);
  return {
    name: 'projections',
    figures: [
      comparison('replay_vs_read', 'events/s', rounds, 0.4),
      {
        id: 'candidates_rows_per_s',
        value: median(rows),
        unit: 'rows/s',
        goal: ROWS_PER_SECOND,
        met: median(rows) >= ROWS_PER_SECOND,
        spread: [Math.min(...rows), Math.max(...rows)],
      },
      {
        id: 'import_peak_memory',
        value: Math.max(...memory),
        unit: 'MB',
        goal: MAX_MEGABYTES,
        met: Math.max(...memory) <= MAX_MEGABYTES,
        spread: [Math.min(...memory), Math.max(...memory)],
      },
    ],
  };
}

function* importEvents(): Generator<LoggedEvent> {
  const next = random(SEED);
  for (let chunk = 0; chunk < IMPORT_EVENTS; chunk++) {
    const data = importedChunk('import', chunk, ROWS_PER_EVENT, next, (text) => text);
    yield { stream: 'datasetImport-import', type: 'CandidatesImported', data };
  }
}

async function onServices<T>(work: (urls: Urls) => Promise<T>): Promise<T> {
  const child = run(SERVICES);
  try {
    return await work(await message<Urls>(child));
  } finally {
    await ended(child);
  }
}

/** Events per second of a client that merely reads. */
async function read({ eventStoreUrl }: Urls): Promise<number> {
  const reader = run(READER, { EVENTSTORE_URL: eventStoreUrl });
  const { milliseconds, events } = await message<{ milliseconds: number; events: number }>(reader);
  await ended(reader);
  return (events / milliseconds) * 1000;
}

/** From when the process is ready, its tables made, until all its read models serve what the whole log says. */
async function replay(urls: Urls): Promise<{ seconds: number; megabytes: number }> {
  const database = new pg.Client({ connectionString: urls.databaseUrl });
  await database.connect();
  await database.query('DROP SCHEMA IF EXISTS read CASCADE');
  await database.query('CHECKPOINT');
  const projections = run(PROJECTIONS, {
    DATABASE_URL: urls.databaseUrl,
    EVENTSTORE_URL: urls.eventStoreUrl,
    LOG_LEVEL: 'warn',
  });
  try {
    await message(projections);
    const begun = performance.now();
    while (!(await built(database))) await delay(POLL_MS);
    const seconds = (performance.now() - begun) / 1000;
    return { seconds, megabytes: await peakMegabytes(projections) };
  } finally {
    await ended(projections);
    await database.end();
  }
}

/** Readers are pointed at a read model when it has reached the end of the log. */
async function built(database: pg.Client): Promise<boolean> {
  const { rows } = await database.query<{ built: boolean }>(
    `SELECT count(*) > 0 AND count(*) = (SELECT count(*) FROM read.projector) AS built FROM read.checkpoint`,
  );
  return rows[0]?.built ?? false;
}

async function peakMegabytes(child: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024);
}

const run = (module: URL, env: NodeJS.ProcessEnv = {}) => started(module, env, NURSERY);

const perSecond = (value: number) => `${Math.round(value).toLocaleString('en')}/s`;
