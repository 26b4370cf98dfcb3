import { ask, nextMessage, startChild, stopChildren } from '../children.ts';
import { type BenchmarkResult, type Figure, median } from '../figures.ts';

const ROUNDS = 7;
/** Comparing with all 10,000 facilities is slow, so the peer runs on a sample. */
const CANDIDATES = 200_000;
const SAMPLE = 1_000;
const GOAL = 100_000;

/** A separate program, started by its path. */
const NEARBY = new URL('../../../scoring-engine/src/testing/bench/nearby.ts', import.meta.url);

interface Measurement {
  readonly perSecond: number;
  readonly found: number;
}

/**
 * Joins candidates with 10,000 facilities of seven kinds on one thread: sites within a mile, and the
 * nearest interchange, terminal, airport and distribution center. The peer checks every facility with the
 * same arithmetic. Figures are per processor second.
 */
export async function benchmark(progress: (line: string) => void): Promise<BenchmarkResult> {
  const child = startChild(NEARBY, { SEED: '20260101' });
  const measure = (kind: 'index' | 'one-by-one', count: number) => ask<Measurement>(child, { kind, count });
  try {
    await nextMessage(child);
    const same = (await measure('index', SAMPLE)).found === (await measure('one-by-one', SAMPLE)).found;
    if (!same) throw new Error('The index and the full scan find different facilities');
    await measure('index', CANDIDATES);
    const rounds: { value: number; against: number }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const value = (await measure('index', CANDIDATES)).perSecond;
      const against = (await measure('one-by-one', SAMPLE)).perSecond;
      rounds.push({ value, against });
      progress(`join: ${Math.round(value)} rows/s, full scan ${Math.round(against)}`);
    }
    const values = rounds.map(({ value }) => value);
    const joined: Figure = {
      id: 'join_rows_per_s',
      value: median(values),
      unit: 'rows/s',
      goal: GOAL,
      met: median(values) >= GOAL,
      spread: [Math.min(...values), Math.max(...values)],
    };
    const ratios = rounds.map(({ value, against }) => value / against);
    const compared: Figure = {
      id: 'join_vs_one_by_one',
      value: median(values),
      unit: 'rows/s',
      against: median(rounds.map(({ against }) => against)),
      ratio: median(ratios),
      spread: [Math.min(...ratios), Math.max(...ratios)],
    };
    return { name: 'environment', figures: [joined, compared] };
  } finally {
    await stopChildren(child);
  }
}
