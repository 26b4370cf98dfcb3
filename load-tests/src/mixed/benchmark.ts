import { readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { EventStoreDBClient } from '@eventstore/db-client';
import type { TableDifferences } from '@landline/infra/testing/compare-read-models';
import { compareWithRebuild } from '@landline/infra/testing/compare-with-rebuild';
import pg from 'pg';
import { nextMessage, startChild, stopChildren } from '../children.ts';
import type { BenchmarkResult, Figure, Options } from '../figures.ts';
import { findK6, runK6 } from '../k6/program.ts';
import { residentMemory } from '../processes.ts';
import { makeDataDir, startProduct } from '../product.ts';
import { prepare, type TestEnvironment } from './prepare.ts';

const COMMANDS = Number(process.env.MIXED_COMMANDS ?? 100_000);
/** Time limit, in minutes; a busy machine completes fewer commands. */
const MINUTES = 60;
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
const TIMEOUT_MS = 600_000;

const REPORT_MEMORY = new URL('./report-memory.ts', import.meta.url);
const ENVIRONMENT = new URL('../../../infra/src/testing/replicated-processes-main.ts', import.meta.url);

interface Summary {
  readonly acknowledged: { readonly count: number; readonly rate: number };
  readonly command: Readonly<Record<'med' | 'p(95)' | 'p(99)' | 'max', number>>;
  readonly retries?: { readonly count: number };
}

/**
 * Sends mixed commands with k6 to both API processes of a distributed environment, which has two of each process and
 * a real broker, or to the embedded product. Then compares every read model and all scores, row by row, with those
 * that single processes build from the log in an empty database. Prints the resident memory of the larger process of
 * each kind before, halfway and after.
 */
export async function benchmark(
  progress: (line: string) => void,
  { minutes = MINUTES, rate, embedded = false }: Options,
): Promise<BenchmarkResult> {
  const k6 = await findK6();
  progress(`SEED=${SEED}`);
  const { environment, pid, stop } = await (embedded ? startEmbedded(progress) : startDistributed());
  const db = new pg.Client({ connectionString: environment.databaseUrl });
  await db.connect();
  const log = EventStoreDBClient.connectionString(environment.eventStoreUrl);
  try {
    const file = await prepare(environment, db);
    progress('prepared');
    const before = await residentMemory(pid);
    const later: { when: string; by: Map<string, number> }[] = [];
    const measure = async (when: string) => later.push({ when, by: await residentMemory(pid) });
    const halfway = setTimeout(() => measure('halfway'), (minutes / 2) * 60_000);
    const summary = await load(k6, environment, file, minutes, rate);
    clearTimeout(halfway);
    await measure('after');
    for (const [name, megabytes] of before) {
      const laterTexts = later.map(({ when, by }) => `${when} ${Math.round(by.get(name) ?? 0)}`);
      progress(`${name}: ${[`before ${Math.round(megabytes)}`, ...laterTexts].join(', ')} MB`);
    }
    const { count, rate: perSecond } = summary.acknowledged;
    progress(
      `${count} commands acknowledged, ${Math.round(perSecond)}/s, ${summary.retries?.count ?? 0} retries`,
    );
    const options = { progress, timeoutMs: TIMEOUT_MS };
    const { compared, seconds } = await compareWithRebuild(environment, log, options);
    await assertNoneParked(db);
    for (const { name, equalRows, differing, examples } of compared) {
      progress(`${name}: ${equalRows} rows equal, ${differing} differ`);
      for (const example of examples) progress(example);
    }
    return { name: 'mixed', figures: figuresOf(summary, compared, seconds) };
  } finally {
    await log.dispose();
    await db.end();
    await stop();
  }
}

interface Running {
  readonly environment: TestEnvironment;
  readonly pid: number;
  stop(): Promise<void>;
}

async function startDistributed(): Promise<Running> {
  // The outbox writes emails to its folder.
  const child = startChild(ENVIRONMENT, { EMBEDDED: 'true' });
  const environment = await nextMessage<TestEnvironment>(child);
  return { environment, pid: child.pid as number, stop: () => stopChildren(child) }; // it sent its URLs
}

/** Starts the product as `npm start` does; each process adds its memory to a file every 30 seconds. */
async function startEmbedded(progress: (line: string) => void): Promise<Running> {
  const dataDir = await makeDataDir();
  const file = path.join(os.tmpdir(), `landline-memory-${process.pid}.jsonl`);
  progress(`memory of the processes: ${file}`);
  const product = await startProduct(
    { DEMO_DATA: 'off', MEMORY_FILE: file, NODE_OPTIONS: `--import=${REPORT_MEMORY}` },
    dataDir,
  );
  return { environment: { ...product, apis: [product.url] }, pid: product.pid, stop: product.stop };
}

async function load(
  k6: string,
  environment: TestEnvironment,
  prepared: string,
  minutes: number,
  rate: number | undefined,
): Promise<Summary> {
  const file = path.join(environment.dataDir, 'summary.json');
  const env = {
    PREPARED: prepared,
    COMMANDS: String(COMMANDS),
    MINUTES: String(minutes),
    SEED: String(SEED),
    ...(rate !== undefined && { RATE: String(rate) }),
  };
  const code = await runK6(k6, 'mixed', env, ['--summary-export', file]);
  if (code !== 0) throw new Error(`k6 exited with ${code}: not every command was acknowledged`);
  return (JSON.parse(await readFile(file, 'utf8')) as { metrics: Summary }).metrics;
}

async function assertNoneParked(db: pg.Client): Promise<void> {
  const { rowCount } = await db.query('SELECT FROM read.parked_event');
  if (rowCount !== 0) throw new Error(`${rowCount} events were parked`);
}

function figuresOf(
  { acknowledged, command }: Summary,
  compared: readonly TableDifferences[],
  seconds: number,
): Figure[] {
  const sum = (amountOf: (table: TableDifferences) => number) =>
    compared.reduce((total, table) => total + amountOf(table), 0);
  const figure = (id: string, value: number, unit: string): Figure => ({
    id,
    value,
    unit,
    spread: [value, value],
  });
  const differing = sum(({ differing }) => differing);
  return [
    { ...figure('commands', acknowledged.count, ''), goal: COMMANDS, met: acknowledged.count >= COMMANDS },
    figure('commands_per_s', acknowledged.rate, '/s'),
    figure('command_p95', command['p(95)'], 'ms'),
    figure('command_p99', command['p(99)'], 'ms'),
    figure('read_models', compared.length, ''),
    figure(
      'rows_equal',
      sum(({ equalRows }) => equalRows),
      '',
    ),
    { ...figure('rows_differing', differing, ''), goal: 0, met: differing === 0 },
    figure('rebuild', seconds, 's'),
  ];
}
