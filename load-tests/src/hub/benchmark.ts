import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type BenchmarkResult, type Figure, median, percentile } from '../figures.ts';
import { importParcels } from '../import/import-parcels.ts';
import { processorSeconds, residentMemory } from '../processes.ts';
import { type Access, type RunningProduct, signIn, startProduct } from '../product.ts';
import { type Random, seededRandom } from '../random.ts';
import { measureFirstRow } from './first-row.ts';
import { queryOf } from './queries.ts';

const LISTS = [
  { name: '200k', size: 200_000, goalMs: 150 },
  { name: '1m', size: 1_000_000, goalMs: 600 },
] as const;
const ROUNDS = 5;
const QUERIES_PER_ROUND = 60;
const GOAL_POINTS_MS = 1_000;
const GOAL_FIRST_ROW_MS = 1_500;
const GOAL_ROWS_PER_S = 50_000;
/** Allowed growth of the API's memory during an export, in MB. */
const GOAL_EXPORT_MB = 100;

/** Lists to measure; `LIST=200k` selects only that one. */
const selectedLists = () => LISTS.filter(({ name }) => (process.env.LIST ?? name) === name);

/**
 * Measures how fast a dataset's list responds to random filters, orders and pages, how fast its map points and its
 * export load, and how soon a browser shows its first row.
 */
export async function benchmark(progress: (line: string) => void): Promise<BenchmarkResult> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'landline-hub-'));
  const product = await startProduct({ DEMO_DATA: 'off' });
  const access = { url: product.url, token: await signIn(product) };
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
  progress(`SEED=${seed}`);
  try {
    const figures: Figure[] = [];
    for (const list of selectedLists()) {
      const key = `hub-${list.name}`;
      await importParcels(access, path.join(directory, `${key}.csv`), key, list.size);
      progress(`${key}: imported and scored`);
      figures.push(await measureList(access, key, list, seededRandom(seed), progress));
      figures.push(await measurePoints(access, key, list.name, progress));
      if (list.name === '200k') figures.push(await measureFirstRowOf(product, access, key));
      figures.push(...(await measureExport(product, access, key, list, progress)));
    }
    return { name: 'hub', figures };
  } finally {
    await product.stop();
    await rm(directory, { recursive: true });
  }
}

async function get({ url, token }: Access, path: string): Promise<Response> {
  const response = await fetch(`${url}/api/geo/candidates${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
  return response;
}

async function measureMs(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

function figure(
  id: string,
  unit: string,
  values: readonly number[],
  goal?: { atMost?: number; atLeast?: number },
): Figure {
  const value = median(values);
  const limit = goal?.atMost ?? goal?.atLeast;
  return {
    id,
    value,
    unit,
    ...(limit !== undefined && {
      goal: limit,
      met: goal?.atMost === undefined ? value >= limit : value <= limit,
    }),
    spread: [Math.min(...values), Math.max(...values)],
  };
}

/** Requests pages of the list one after another, as one person would. */
async function measureList(
  access: Access,
  key: string,
  { name, size, goalMs }: (typeof LISTS)[number],
  random: Random,
  progress: (line: string) => void,
): Promise<Figure> {
  // The first request loads the dataset into memory.
  const first = await measureMs(() => get(access, `?datasetKey=${key}`));
  const startedAt = performance.now();
  while (
    (await measureMs(async () =>
      (await get(access, `?datasetKey=${key}&minUnits=20&sortBy=address`)).text(),
    )) > 100
  ) {
    if (performance.now() - startedAt > 60_000) break;
  }
  progress(
    `${key}: first list after ${Math.round(first)} ms, columns loaded ${Math.round(performance.now() - startedAt)} ms later`,
  );
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const times: number[] = [];
    let [slowestQuery, slowestMs] = ['', 0];
    for (let n = 0; n < QUERIES_PER_ROUND; n++) {
      const query = queryOf(random, key, size);
      const ms = await measureMs(async () => (await get(access, `?${query}`)).json());
      times.push(ms);
      if (ms > slowestMs) [slowestQuery, slowestMs] = [query, ms];
    }
    rounds.push(percentile(times, 0.95));
    progress(
      `${key}: median ${median(times).toFixed(1)}, p95 ${percentile(times, 0.95).toFixed(1)}, max ${slowestMs.toFixed(1)} ms (${slowestQuery})`,
    );
  }
  return figure(`list_${name}_p95_ms`, 'ms', rounds, { atMost: goalMs });
}

async function measurePoints(
  access: Access,
  key: string,
  name: string,
  progress: (line: string) => void,
): Promise<Figure> {
  const rounds: number[] = [];
  let bytes = 0;
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push(
      await measureMs(async () => {
        bytes = (await (await get(access, `/points?datasetKey=${key}`)).arrayBuffer()).byteLength;
      }),
    );
  }
  progress(`${key}: points ${rounds.map(Math.round).join(' ')} ms, ${(bytes / 2 ** 20).toFixed(1)} MB`);
  return figure(`points_${name}_ms`, 'ms', rounds, name === '200k' ? { atMost: GOAL_POINTS_MS } : {});
}

async function measureFirstRowOf(product: RunningProduct, access: Access, key: string): Promise<Figure> {
  const { data } = (await (await get(access, `?datasetKey=${key}`)).json()) as {
    data: { street_address: string }[];
  };
  const rounds = await measureFirstRow(
    product,
    `/propertyhub/custom/${key}`,
    data[0]?.street_address ?? '',
    ROUNDS,
  );
  return figure('first_row_ms', 'ms', rounds, { atMost: GOAL_FIRST_ROW_MS });
}

/** Exports all rows as CSV and measures the peak memory. */
async function measureExport(
  { pid }: RunningProduct,
  access: Access,
  key: string,
  { name, size }: (typeof LISTS)[number],
  progress: (line: string) => void,
): Promise<Figure[]> {
  const speeds: number[] = [];
  const memoryGrowth: number[] = [];
  const perProcessorSecond: number[] = [];
  const memory = async () => (await residentMemory(pid)).get('api') ?? 0;
  for (let round = 0; round < (name === '1m' ? 1 : ROUNDS); round++) {
    const before = await memory();
    const processor = await processorSeconds(pid);
    let peak = before;
    let lines = 0;
    const exportMs = await measureMs(async () => {
      const { body } = await get(access, `/export/csv?datasetKey=${key}&minScore=0`);
      let sampledAt = performance.now();
      for await (const piece of body ?? []) {
        for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) lines++;
        if (performance.now() - sampledAt < 200) continue;
        peak = Math.max(peak, await memory());
        sampledAt = performance.now();
      }
    });
    if (lines !== size + 1) throw new Error(`Export has ${lines} lines for ${size} candidates`);
    speeds.push((size / exportMs) * 1_000);
    memoryGrowth.push(peak - before);
    perProcessorSecond.push(size / ((await processorSeconds(pid)) - processor));
    progress(
      `${key}: exported in ${Math.round(exportMs)} ms, ${Math.round(before)} to ${Math.round(peak)} MB`,
    );
  }
  return [
    figure(`csv_${name}_rows_per_s`, 'rows/s', speeds, { atLeast: GOAL_ROWS_PER_S }),
    // Rows per second of CPU time of all processes, so that other load on the machine does not matter.
    figure(`csv_${name}_rows_per_processor_s`, 'rows/s', perProcessorSecond),
    figure(`csv_${name}_memory_mb`, 'MB more', memoryGrowth, { atMost: GOAL_EXPORT_MB }),
  ];
}
