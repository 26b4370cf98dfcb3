import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Figure, inTurns, median, percentile, type Round } from '../figures.ts';
import { importParcels } from '../import/import-parcels.ts';
import { residentMemory } from '../processes.ts';
import { type RunningProduct, signIn, startProduct } from '../product.ts';
import { Api } from './api.ts';
import { BareCopy } from './bare-copy.ts';
import { DATASET, QUIET_MS, Rescoring, WAIT_OPTIONS } from './classifications.ts';
import { classifiedVisible } from './classified-visible.ts';

/** Sizes to which the dataset grows, one after the other. */
const SIZES = [10_000, 100_000, 1_000_000] as const;
const LARGEST = 1_000_000;
const ROUNDS = 5;
const GOAL_VS_COPY = 1.4;
const GOAL_P99 = 2;
/** Allowed growth of the time with ten times the candidates. */
const GOAL_GROWTH = 10;
const FIXED_MB = 300;
const BYTES_PER_CANDIDATE = 100;
/** Polls rarely where the list itself is measured, since polling adds load. */
const RARE_POLLING = { ...WAIT_OPTIONS, pollMs: 100 };
/** Pause between two list requests of one reader. */
const LIST_PAUSE_MS = 20;
const READERS = 2;

/**
 * Measures rescoring end to end on the running product, from one classification until the API shows every resulting
 * score, in turns with a bare binary COPY of the same rows with indexes and a swap. Also measures the effect on other
 * readers.
 */
export async function rescoringFigures(progress: (line: string) => void): Promise<Figure[]> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'landline-rescoring-'));
  const product = await startProduct({ DEMO_DATA: 'off' });
  const access = { url: product.url, token: await signIn(product) };
  const api = new Api(access);
  const rescoring = await Rescoring.of(api, product.databaseUrl);
  try {
    const figures: Figure[] = [];
    const medians = new Map<number, number>();
    for (const size of SIZES) {
      await importParcels(access, path.join(directory, `${size}.csv`), DATASET, size);
      const rounds = await compareWithCopy(product, rescoring, size, progress);
      medians.set(size, median(rounds.map(({ value }) => value)));
      figures.push(duration(`rescore_${name(size)}_vs_copy`, rounds, size === LARGEST));
      if (size === LARGEST)
        figures.push(
          await memory(product, size),
          await measureListDuringRuns(api, rescoring, progress),
          await classifiedVisible(rescoring, progress),
        );
    }
    figures.push(...growth(medians));
    return figures;
  } finally {
    await rescoring.close();
    api.close();
    await product.stop();
    await rm(directory, { recursive: true });
  }
}

/** Measures rescoring and copying in turns. */
async function compareWithCopy(
  product: RunningProduct,
  rescoring: Rescoring,
  size: number,
  progress: (line: string) => void,
): Promise<Round[]> {
  await rescoring.timeToRescore();
  const bare = await BareCopy.of(product.databaseUrl, DATASET);
  try {
    await bare.measure();
    const rounds = await inTurns(
      ROUNDS,
      () => rescoring.timeToRescore(),
      () => bare.measure(),
      () => delay(QUIET_MS),
    );
    progress(
      `${name(size)}: ${rounds.map(({ value, against }) => `${Math.round(value)}/${Math.round(against)}`).join(' ')} ms`,
    );
    return rounds;
  } finally {
    await bare.close();
  }
}

/** Measures the list's p99 while a dataset is being rescored, compared with the same readers on an idle system. */
async function measureListDuringRuns(
  api: Api,
  rescoring: Rescoring,
  progress: (line: string) => void,
): Promise<Figure> {
  const idle: number[] = [];
  const busy: number[] = [];
  const ratios: number[] = [];
  // Warm-up, so that the API's code is compiled.
  await listTimes(api, delay(QUIET_MS));
  await listTimes(api, rescoring.classifyAndWait(RARE_POLLING));
  for (let round = 0; round < ROUNDS; round++) {
    const quiet = await listTimes(api, delay(QUIET_MS));
    const loaded = await listTimes(api, rescoring.classifyAndWait(RARE_POLLING));
    await rescoring.assertShown();
    await delay(QUIET_MS);
    idle.push(...quiet);
    busy.push(...loaded);
    ratios.push(p99(loaded) / p99(quiet));
    progress(
      `list p99 ${p99(quiet).toFixed(1)} ms idle, ${p99(loaded).toFixed(1)} ms (${loaded.length}) meanwhile`,
    );
  }
  const ratio = p99(busy) / p99(idle);
  return {
    id: 'list_p99_while_rescoring',
    value: p99(busy),
    unit: 'ms',
    against: p99(idle),
    ratio,
    goal: GOAL_P99,
    met: ratio <= GOAL_P99,
    spread: [Math.min(...ratios), Math.max(...ratios)],
  };
}

/** Returns the response times of a few readers until `over` settles. */
async function listTimes(api: Api, over: Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  let isOver = false;
  const ended = over.finally(() => {
    isOver = true;
  });
  const reader = async () => {
    while (!isOver) {
      const startedAt = performance.now();
      await api.list(DATASET);
      times.push(performance.now() - startedAt);
      await delay(LIST_PAUSE_MS);
    }
  };
  await Promise.all([ended, ...Array.from({ length: READERS }, reader)]);
  return times;
}

const p99 = (times: readonly number[]) => percentile(times, 0.99);

async function memory(product: RunningProduct, size: number): Promise<Figure> {
  const megabytes = (await residentMemory(product.pid)).get('scoring-engine') ?? Number.NaN;
  const goal = FIXED_MB + (size * BYTES_PER_CANDIDATE) / 2 ** 20;
  return {
    id: `engine_resident_${name(size)}`,
    value: megabytes,
    unit: 'MB',
    goal: Math.round(goal),
    met: megabytes <= goal,
    spread: [megabytes, megabytes],
  };
}

function duration(id: string, rounds: readonly Round[], hasGoal: boolean): Figure {
  const ratios = rounds.map(({ value, against }) => value / against);
  const ratio = median(ratios);
  return {
    id,
    value: median(rounds.map(({ value }) => value)),
    unit: 'ms',
    against: median(rounds.map(({ against }) => against)),
    ratio,
    ...(hasGoal && { goal: GOAL_VS_COPY, met: ratio <= GOAL_VS_COPY }),
    spread: [Math.min(...ratios), Math.max(...ratios)],
  };
}

function growth(medians: ReadonlyMap<number, number>): Figure[] {
  return SIZES.slice(1).map((size, at) => {
    const before = SIZES[at] ?? Number.NaN;
    const [value = Number.NaN, against = Number.NaN] = [medians.get(size), medians.get(before)];
    const ratio = value / against;
    return {
      id: `rescore_${name(before)}_to_${name(size)}`,
      value,
      unit: 'ms',
      against,
      ratio,
      goal: GOAL_GROWTH,
      met: ratio <= GOAL_GROWTH,
      spread: [ratio, ratio],
    };
  });
}

const name = (size: number) => (size >= 1_000_000 ? `${size / 1_000_000}m` : `${size / 1_000}k`);
