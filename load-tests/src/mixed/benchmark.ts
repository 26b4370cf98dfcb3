import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { EventStoreDBClient } from '@eventstore/db-client';
import { type Compared, compareReadModels } from '@landline/infra/testing/compare-read-models';
import { emptyDatabase } from '@landline/infra/testing/rebuilt';
import pg from 'pg';
import { ended, message, started } from '../children.ts';
import type { BenchmarkResult, Figure } from '../figures.ts';
import { findK6, runK6 } from '../k6/program.ts';
import { headOf } from '../projections/log.ts';
import { type Urls, withReadModels } from '../projections/processes.ts';
import { until } from '../until.ts';
import { type House, prepare } from './prepare.ts';

const COMMANDS = Number(process.env.MIXED_COMMANDS ?? 100_000);
/** A machine that others use too does as many as it can. */
const MINUTES = Number(process.env.MIXED_MINUTES ?? 60);
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
const PATIENCE = { pollMs: 250, timeoutMs: 600_000 };
/** Nothing is on its way any more when the log has not grown for so long. */
const QUIET_MS = 5_000;
const MOST_COMPARISONS = 5;

const HOUSE = new URL('../../../infra/src/testing/two-of-each-main.ts', import.meta.url);
const ENGINE = new URL('../../../scoring-engine/src/main.ts', import.meta.url);

interface Summary {
  readonly acknowledged: { readonly count: number; readonly rate: number };
  readonly command: Readonly<Record<'med' | 'p(95)' | 'p(99)' | 'max', number>>;
  readonly tried_again?: { readonly count: number };
}

/**
 * Commands of many kinds under k6, through both api processes of a house with two of each process and a real broker; then
 * every read model and all scores, row for row, against those that one process of each makes of the log on an empty database.
 */
export async function benchmark(progress: (line: string) => void): Promise<BenchmarkResult> {
  const k6 = await findK6();
  progress(`SEED=${SEED}`);
  // Mail lands in the outbox of its folder.
  const child = started(HOUSE, { EMBEDDED: 'true' });
  const house = await message<House>(child);
  const db = new pg.Client({ connectionString: house.databaseUrl });
  await db.connect();
  const log = EventStoreDBClient.connectionString(house.eventStoreUrl);
  try {
    const file = await prepare(house, db);
    progress('prepared');
    const summary = await load(k6, house, file);
    const { count, rate } = summary.acknowledged;
    progress(
      `${count} commands acknowledged, ${Math.round(rate)}/s, ${summary.tried_again?.count ?? 0} tries more`,
    );
    const begun = performance.now();
    await settled(db, log);
    progress(`all caught up ${((performance.now() - begun) / 1_000).toFixed(1)} s later`);
    const { compared, seconds } = await against(house, db, log, progress);
    for (const { name, rows, differing, examples } of compared) {
      progress(`${name}: ${rows} rows equal, ${differing} differ`);
      for (const example of examples) progress(example);
    }
    return { name: 'mixed', figures: figuresOf(summary, compared, seconds) };
  } finally {
    await log.dispose();
    await db.end();
    await ended(child);
  }
}

async function load(k6: string, house: House, prepared: string): Promise<Summary> {
  const file = path.join(house.dataDir, 'summary.json');
  const env = {
    PREPARED: prepared,
    COMMANDS: String(COMMANDS),
    MINUTES: String(MINUTES),
    SEED: String(SEED),
  };
  const code = await runK6(k6, 'mixed', env, ['--summary-export', file]);
  if (code !== 0) throw new Error(`k6 ended with ${code}: not every command was acknowledged`);
  return (JSON.parse(await readFile(file, 'utf8')) as { metrics: Summary }).metrics;
}

/** Waits until the log has stopped growing and everything has passed its end. */
async function settled(db: pg.Client, log: EventStoreDBClient): Promise<void> {
  let head = -1n;
  let since = performance.now();
  await until('everything has caught up with the log', PATIENCE, async () => {
    const now = await headOf(log);
    if (now !== head) {
      head = now;
      since = performance.now();
    }
    const isQuiet = performance.now() - since > QUIET_MS;
    return isQuiet && (await isCaughtUp(db, head)) ? true : undefined;
  });
}

async function isCaughtUp(db: pg.Client, head: bigint): Promise<boolean> {
  const { rows } = await db.query<{ projections: string; scores: string; runs: string; parked: string }>(
    `SELECT (SELECT min(position) FROM read.checkpoint) AS projections,
       (SELECT position FROM scoring.checkpoint) AS scores,
       (SELECT count(*) FROM scoring.run WHERE finished_at IS NULL) AS runs,
       (SELECT count(*) FROM read.parked_event) AS parked`,
  );
  const [row] = rows;
  if (Number(row?.parked) > 0) throw new Error(`${row?.parked} events could not be applied`);
  return BigInt(row?.projections ?? -1) >= head && BigInt(row?.scores ?? -1) >= head && row?.runs === '0';
}

/** Against what one process of each makes of the same log; once more when the log grew meanwhile. */
async function against(
  house: House,
  db: pg.Client,
  log: EventStoreDBClient,
  progress: (line: string) => void,
): Promise<{ compared: Compared[]; seconds: number }> {
  const { eventStoreUrl } = house;
  const urls = { databaseUrl: await emptyDatabase(house.databaseUrl, db), eventStoreUrl };
  return await withReadModels(urls, async (_, seconds) => {
    progress(`read models rebuilt in ${seconds.toFixed(1)} s`);
    const rebuilt = new pg.Client({ connectionString: urls.databaseUrl });
    await rebuilt.connect();
    const engine = startEngine(urls);
    try {
      await message(engine);
      for (let attempt = 1; attempt <= MOST_COMPARISONS; attempt++) {
        await Promise.all([settled(db, log), settledScores(rebuilt, log)]);
        const head = await headOf(log);
        const compared = await compareReadModels(db, rebuilt);
        if (head === (await headOf(log))) return { compared, seconds };
        progress('the log grew while it was compared');
      }
      throw new Error('The log does not come to rest');
    } finally {
      await ended(engine);
      await rebuilt.end();
    }
  });
}

async function settledScores(rebuilt: pg.Client, log: EventStoreDBClient): Promise<void> {
  await until('the scores are there again', PATIENCE, async () => {
    const { rows } = await rebuilt.query<{ there: string | null }>(
      `SELECT to_regclass('scoring.live_set')::text AS there`,
    );
    if (rows[0]?.there === null) return undefined;
    const { rows: sets } = await rebuilt.query('SELECT FROM scoring.live_set');
    return sets.length > 0 ? true : undefined;
  });
  await settled(rebuilt, log);
}

const startEngine = ({ databaseUrl, eventStoreUrl }: Urls) =>
  started(ENGINE, { DATABASE_URL: databaseUrl, EVENTSTORE_URL: eventStoreUrl, LOG_LEVEL: 'warn' }, [
    '--max-semi-space-size=8',
  ]);

function figuresOf(
  { acknowledged, command }: Summary,
  compared: readonly Compared[],
  seconds: number,
): Figure[] {
  const sum = (of: (one: Compared) => number) => compared.reduce((total, one) => total + of(one), 0);
  const figure = (id: string, value: number, unit: string): Figure => ({
    id,
    value,
    unit,
    spread: [value, value],
  });
  const differing = sum((one) => one.differing);
  return [
    { ...figure('commands', acknowledged.count, ''), goal: COMMANDS, met: acknowledged.count >= COMMANDS },
    figure('commands_per_s', acknowledged.rate, '/s'),
    figure('command_p95', command['p(95)'], 'ms'),
    figure('command_p99', command['p(99)'], 'ms'),
    figure('read_models', compared.length, ''),
    figure(
      'rows_equal',
      sum(({ rows }) => rows),
      '',
    ),
    { ...figure('rows_differing', differing, ''), goal: 0, met: differing === 0 },
    figure('rebuild', seconds, 's'),
  ];
}
