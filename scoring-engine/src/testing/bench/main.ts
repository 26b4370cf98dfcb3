import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isDeepStrictEqual } from 'node:util';
import type { PropertyType } from '@landline/event-schemas';
import { Piscina } from 'piscina';
import { CandidateColumns } from '../../columns.ts';
import { MEASURES } from '../../features/measures.ts';
import { type CompiledModel, compileModel } from '../../kernel/compile.ts';
import type { Scores } from '../../kernel/scores.ts';
import { DEFAULT_MODEL } from '../../model.ts';
import { ScoringPool } from '../../pool/pool.ts';
import { bulkParcels } from './parcels.ts';
import { rowScorer } from './rows.ts';
import { type SqlFormula, sqlFormula } from './sql.ts';

/**
 * Benchmark requests over IPC; each gets one reply. `prepare` creates the candidates and replies with a CSV
 * file and the formula as SQL; all other requests reply with the work done per second.
 */
type Request =
  | {
      readonly kind: 'prepare';
      readonly propertyType: PropertyType;
      readonly count: number;
      readonly seed: number;
    }
  | { readonly kind: 'kernel' }
  | { readonly kind: 'rows'; readonly count: number }
  | { readonly kind: 'bandwidth' };

const THREADS = 2;
const COPIED_BYTES = 2 ** 28;

let columns = CandidateColumns.create('ios');
let compiled: CompiledModel = compileModel(DEFAULT_MODEL);
/** Scores from `prepare`, and the buffers that timed runs write to, as the engine's do. */
let expected: Scores | undefined;
let previousScores: Scores | undefined;
let prepared = { propertyType: 'ios' as PropertyType, count: 0, seed: 0 };
const pool = new ScoringPool(THREADS);
const copiers = new Piscina<unknown, void>({
  filename: new URL('./bandwidth-worker.ts', import.meta.url).href,
  minThreads: THREADS,
  maxThreads: THREADS,
});
const folder = await mkdtemp(join(tmpdir(), 'landline-scoring-'));

async function prepare(request: Request & { kind: 'prepare' }) {
  prepared = request;
  columns = CandidateColumns.create(request.propertyType);
  compiled = compileModel(DEFAULT_MODEL);
  let index = 0;
  for (const row of bulkParcels(request.propertyType, request.count, request.seed))
    columns.upsert(uuidOf(index++), row);
  const scores = await pool.scoreAll(columns, compiled);
  expected = scores;
  previousScores = undefined;
  const formula = sqlFormula(request.propertyType, DEFAULT_MODEL, columns);
  const file = join(folder, `${request.propertyType}.csv`);
  await pipeline(Readable.from(csv(scores, formula)), createWriteStream(file));
  return { file, measures: MEASURES[request.propertyType], bytesPerRow: bytesPerRow(), ...formula };
}

/** Yields the columns and the kernel's results as CSV: numbers exactly, unknown ones empty. */
function* csv(
  { scoreTenths, propertyScoreTenths, naReason }: Scores,
  { texts, counts }: SqlFormula,
): Generator<string> {
  const { measures, capacity, classes, adjustment } = columns.views;
  const tables = compiled.tablesFor(columns);
  const ofClass = Array.from(columns.classes, (fields) =>
    // The class's own fields, which the formula names.
    [...texts, ...counts].map((field) => (fields as Record<string, unknown>)[field] ?? '').join(),
  );
  const names = [
    ...MEASURES[columns.propertyType],
    ...texts,
    ...counts,
    'grade',
    'adjustment',
    'score',
    'property_score',
    'na',
  ];
  yield `row,${names.join()}\n`;
  let lines = '';
  for (let index = 0; index < columns.size; index++) {
    for (let at = index; at < measures.length; at += capacity) {
      lines += (measures[at] ?? -1) < 0 ? ',' : `${measures[at]},`;
    }
    const grade = tables.propertyType === 'ios' ? tables.grades[index] : 0;
    const scoreFields = `${scoreTenths[index]},${propertyScoreTenths[index]},${naReason[index]}`;
    lines = `${index},${lines}${ofClass[classes[index] ?? -1]},${grade},${adjustment[index]},${scoreFields}\n`;
    yield lines;
    lines = '';
  }
}

function bytesPerRow(): number {
  const { measures, classes, adjustment } = columns.views;
  const bytesRead =
    measures.BYTES_PER_ELEMENT * MEASURES[columns.propertyType].length +
    classes.BYTES_PER_ELEMENT +
    adjustment.BYTES_PER_ELEMENT;
  const bytesWritten = 5;
  return bytesRead + bytesWritten + (columns.propertyType === 'ios' ? 1 : 0);
}

async function kernel() {
  const startedAt = performance.now();
  previousScores = await pool.scoreAll(columns, compiled, previousScores);
  const rate = perSecond(columns.size, startedAt);
  if (!isDeepStrictEqual(previousScores, expected)) throw new Error('The scores of two runs differ');
  return { perSecond: rate };
}

/** Measures plain JavaScript over row objects, whose results must match the kernel's. */
async function rows({ count }: Request & { kind: 'rows' }) {
  const objects = [...bulkParcels(prepared.propertyType, count, prepared.seed)];
  const scoreOf = rowScorer(DEFAULT_MODEL);
  const multipliers = multipliersOf(count);
  const startedAt = performance.now();
  const breakdowns = objects.map((row, index) => scoreOf(row, multipliers[index] ?? 1));
  const rate = perSecond(count, startedAt);
  const { scoreTenths } = await pool.scoreAll(columns, compiled);
  // Floating-point sums, unlike the kernel's integers, may round to the next tenth.
  const differs = ({ score }: { score: number | null }, index: number) =>
    Math.abs((score === null ? -1 : Math.round(score * 10)) - (scoreTenths[index] ?? -2)) > 1;
  const differing = breakdowns.findIndex(differs);
  if (differing >= 0)
    throw new Error(`Row ${differing} has another score: ${JSON.stringify(breakdowns[differing])}`);
  return { perSecond: rate };
}

/** Returns environmental multipliers by the kernel's cached grades, which the file for DuckDB also contains. */
function multipliersOf(count: number): Float64Array {
  const tables = compiled.tablesFor(columns);
  if (tables.propertyType !== 'ios') throw new Error('Only ios candidates have surroundings');
  const { grades, environment } = tables;
  return Float64Array.from(
    { length: count },
    (_, index) => (environment.multipliers[grades[index] ?? 0] ?? 100) / 100,
  );
}

/** Measures bytes read and written per second by copying with the same number of threads. */
async function bandwidth() {
  const [source, target] = [new SharedArrayBuffer(COPIED_BYTES), new SharedArrayBuffer(COPIED_BYTES)];
  const part = COPIED_BYTES / THREADS;
  const parts = Array.from({ length: THREADS }, (_, at) => ({
    source,
    target,
    from: at * part,
    to: (at + 1) * part,
  }));
  const copy = async () => await Promise.all(parts.map((task) => copiers.run(task)));
  await copy();
  const startedAt = performance.now();
  await copy();
  return { perSecond: perSecond(2 * COPIED_BYTES, startedAt) };
}

const perSecond = (amount: number, startedAt: number) => (amount * 1_000) / (performance.now() - startedAt);
const uuidOf = (index: number) => `${index.toString(16).padStart(8, '0')}-0000-8000-8000-000000000000`;

const respond = async (request: Request) => {
  switch (request.kind) {
    case 'prepare':
      return await prepare(request);
    case 'kernel':
      return await kernel();
    case 'rows':
      return await rows(request);
    case 'bandwidth':
      return await bandwidth();
  }
};

process.on('message', (request: Request) => {
  void respond(request)
    .catch((error: unknown) => ({ error: String(error) }))
    .then((message) => process.send?.(message));
});
process.on('disconnect', () => {
  void Promise.all([pool.destroy(), copiers.destroy(), rm(folder, { recursive: true })]).finally(() =>
    process.exit(),
  );
});
process.send?.({ ready: true });
