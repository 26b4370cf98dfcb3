import { ask, ended, message, started } from '../children.ts';
import { comparison, type Figure, inTurns, median, type Round } from '../figures.ts';
import { DuckDb, type Prepared } from './duckdb.ts';

const ROUNDS = 7;
const CANDIDATES = 1_000_000;
const ROW_OBJECTS = 200_000;
const THREADS = 2;
const SEED = 20_260_101;

/** Started by path, like any other program. */
const SCORING = new URL('../../../scoring-engine/src/testing/bench/main.ts', import.meta.url);

/**
 * The bulk kernel over a million candidates of each type on two threads, against the same formula as one SQL statement in
 * DuckDB with two threads, and against plain JavaScript over row objects. All three have to agree on the scores.
 */
export async function kernelFigures(progress: (line: string) => void): Promise<Figure[]> {
  progress(`seed ${SEED}`);
  const scoring = started(SCORING);
  const measure = async (request: object) => (await ask<{ perSecond: number }>(scoring, request)).perSecond;
  try {
    await message(scoring);
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
      const prepared = await ask<Prepared>(scoring, {
        kind: 'prepare',
        propertyType,
        count: CANDIDATES,
        seed: SEED,
      });
      const duckdb = await DuckDb.with(prepared, THREADS);
      await compare(`kernel_vs_duckdb_${propertyType}`, () => duckdb.score(CANDIDATES));
      const differences = await duckdb.differences();
      duckdb.close();
      if (differences > 0n) throw new Error(`DuckDB gives ${differences} candidates another score`);
      if (propertyType === 'ios') {
        await compare('kernel_vs_rows_ios', () => measure({ kind: 'rows', count: ROW_OBJECTS }));
      }
      figures.push(await bandwidthShare(propertyType, measure, prepared.bytesPerRow));
    }
    return figures;
  } finally {
    await ended(scoring);
  }
}

/** Bytes that the kernel reads and writes in a second, of those that copying moves with as many threads. */
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
