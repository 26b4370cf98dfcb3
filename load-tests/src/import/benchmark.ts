import { mkdtemp, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { type BenchmarkResult, type Figure, median } from '../figures.ts';
import { peakMemory, processorSeconds } from '../processes.ts';
import { type Access, signIn, startProduct } from '../product.ts';
import { until } from '../until.ts';
import { writeParcels } from './parcels.ts';
import { datasetOf, importOf, uploadAndStart } from './upload.ts';

const ROWS = 100_000;
const ROUNDS = 5;
const GOAL_ROWS_PER_S = 20_000;
const GOAL_MB = 500;
/** Polls so rarely that it costs nothing compared with the import. */
const WAIT_OPTIONS = { pollMs: 100, timeoutMs: 120_000 };

interface Round {
  readonly visibleMs: number;
  readonly scoredMs: number;
  /** Processor time over all cores, in milliseconds. */
  readonly processorMs: number;
}

/**
 * Measures the import of 100,000 parcels into the running product, from the first byte sent until all rows are in the
 * read model, and until all are scored. Each round uses its own dataset.
 */
export async function benchmark(progress: (line: string) => void): Promise<BenchmarkResult> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'landline-parcels-'));
  const product = await startProduct({ DEMO_DATA: 'off' });
  const db = new pg.Client({ connectionString: product.databaseUrl });
  try {
    const file = path.join(directory, 'parcels.csv');
    await writeParcels(file, ROWS);
    const { size } = await stat(file);
    progress(`${ROWS.toLocaleString('en')} rows, ${(size / 2 ** 20).toFixed(1)} MB`);
    await db.connect();
    const access = { url: product.url, token: await signIn(product) };
    await importOnce(access, db, file, 'bench-warm');
    const rounds: Round[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      const before = await processorSeconds(product.pid);
      const times = await importOnce(access, db, file, `bench-${round}`);
      const measured = { ...times, processorMs: ((await processorSeconds(product.pid)) - before) * 1000 };
      rounds.push(measured);
      progress(
        `visible after ${(measured.visibleMs / 1000).toFixed(2)} s (${perSecond(measured.visibleMs)} rows/s), scored after ${(measured.scoredMs / 1000).toFixed(2)} s, ${(measured.processorMs / 1000).toFixed(2)} s of processor time`,
      );
    }
    return { name: 'import', figures: [...speeds(rounds), ...memory(await peakMemory(product.pid))] };
  } finally {
    await db.end();
    await product.stop();
    await rm(directory, { recursive: true });
  }
}

async function importOnce(
  access: Access,
  db: pg.Client,
  file: string,
  key: string,
): Promise<Omit<Round, 'processorMs'>> {
  const startedAt = performance.now();
  const id = await uploadAndStart(access, file, key);
  const finished = await until(`import ${id} is over`, WAIT_OPTIONS, async () => {
    const current = await importOf(access, id);
    return current.status === 'uploading' || current.status === 'running' ? undefined : current;
  });
  if (finished.status !== 'completed' || finished.imported !== ROWS) {
    throw new Error(`The import ended as ${JSON.stringify(finished)}`);
  }
  await until(`the candidates of ${key}`, WAIT_OPTIONS, async () => (await countVisible(db, key)) === ROWS);
  const visibleMs = performance.now() - startedAt;
  await until(`the scores of ${key}`, WAIT_OPTIONS, async () => {
    const { status, candidate_count } = await datasetOf(access, key);
    return status === 'active' && candidate_count === ROWS;
  });
  return { visibleMs, scoredMs: performance.now() - startedAt };
}

async function countVisible(db: pg.Client, key: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM read.candidate
     WHERE generation = (SELECT live_generation FROM read.projector WHERE name = 'candidates') AND dataset_key = $1`,
    [key],
  );
  return rows[0]?.count ?? 0;
}

const perSecond = (ms: number) => Math.round(ROWS / (ms / 1000));

function speeds(rounds: readonly Round[]): Figure[] {
  const figure = (id: string, values: number[], goal?: number): Figure => ({
    id,
    value: median(values),
    unit: 'rows/s',
    spread: [Math.min(...values), Math.max(...values)],
    ...(goal !== undefined && { goal, met: median(values) >= goal }),
  });
  return [
    figure(
      'import_rows_per_s',
      rounds.map(({ visibleMs }) => perSecond(visibleMs)),
      GOAL_ROWS_PER_S,
    ),
    figure(
      'import_scored_rows_per_s',
      rounds.map(({ scoredMs }) => perSecond(scoredMs)),
    ),
    figure(
      'import_rows_per_processor_s',
      rounds.map(({ processorMs }) => perSecond(processorMs)),
    ),
  ];
}

/** Returns the peaks over all rounds; a value below the goal meets it. */
function memory(peaks: ReadonlyMap<string, number>): Figure[] {
  return [...peaks].map(([name, megabytes]) => ({
    id: `peak_memory_${name}`,
    value: megabytes,
    unit: 'MB',
    goal: GOAL_MB,
    met: megabytes < GOAL_MB,
    spread: [megabytes, megabytes] as const,
  }));
}
