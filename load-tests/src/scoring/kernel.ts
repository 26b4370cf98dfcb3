import { ask, nextMessage, startChild, stopChildren } from '../children.ts';
import { comparison, type Figure, inTurns, median, type Round } from '../figures.ts';
import { type BenchData, DuckDb } from './duckdb.ts';

const ROUNDS = 7;
const CANDIDATES = 1_000_000;
const ROW_OBJECTS = 200_000;
const THREADS = 2;
const SEED = 20_260_101;

/** A separate program, started by its path. */
const SCORING = new URL('../../../scoring-engine/src/testing/bench/main.ts', import.meta.url);

/**
 * Runs the bulk kernel over a million candidates of each type on two threads, compared with the same
 * formula as one SQL statement in DuckDB on two threads, and with plain JavaScript over row objects. All
 * three must agree on the scores.
 */
export async function kernelFigures(progress: (line: string) => void): Promise<Figure[]> {
  progress(`seed ${SEED}`);
  const scoring = startChild(SCORING);
  const measure = async (request: object) => (await ask<{ perSecond: number }>(scoring, request)).perSecond;
  try {
    await nextMessage(scoring);
    const figures: Figure[] = [];
    const compare = async (id: string, against: () => Promise<number>) => {
      const kernel = () => measure({ kind: 'kernel' });
      for (let warm = 0; warm < 3; warm++) await kernel();
      await against();
      const rounds = await inTurns(ROUNDS, kernel, against);
      figures.push(comparison(id, 'rows/s', rounds, 10));
      progress(`${id}: ${rounds.map((r) => (r.value / r.against).toFixed(1)).join(' ')}`);
    };
    for (const propertyType of ['ios', 'adu'] as const) {
      const prepared = await ask<BenchData>(scoring, {
        kind: 'prepare',
        propertyType,
        count: CANDIDATES,
        seed: SEED,
      });
      const duckdb = await DuckDb.with(prepared, THREADS);
      await compare(`kernel_vs_duckdb_${propertyType}`, () => duckdb.score(CANDIDATES));
      const differences = await duckdb.differences();
      duckdb.close();
      if (differences > 0n) throw new Error(`DuckDB scores ${differences} candidates differently`);
      if (propertyType === 'ios') {
        await compare('kernel_vs_rows_ios', () => measure({ kind: 'rows', count: ROW_OBJECTS }));
      }
      figures.push(await bandwidthShare(propertyType, measure, prepared.bytesPerRow));
    }
    return figures;
  } finally {
    await stopChildren(scoring);
  }
}

/**
 * Returns the kernel's bytes per second, read and written, as a share of those of a plain copy with as many threads.
 */
async function bandwidthShare(
  propertyType: string,
  measure: (request: object) => Promise<number>,
  bytesPerRow: number,
): Promise<Figure> {
  const shares: Round[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const against = (await measure({ kind: 'bandwidth' })) / 1e9;
    shares.push({ value: ((await measure({ kind: 'kernel' })) * bytesPerRow) / 1e9, against });
  }
  const ratios = shares.map(({ value, against }) => value / against);
  return {
    id: `memory_bandwidth_share_${propertyType}`,
    value: median(shares.map(({ value }) => value)),
    unit: 'GB/s',
    against: median(shares.map(({ against }) => against)),
    ratio: median(ratios),
    spread: [Math.min(...ratios), Math.max(...ratios)],
  };
}
