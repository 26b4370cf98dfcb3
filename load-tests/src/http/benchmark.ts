import { ask, startChild, stopChildren } from '../children.ts';
import { type BenchmarkResult, comparison, inTurns, median } from '../figures.ts';
import { signIn, startProduct } from '../product.ts';
import type { Measurement, Task } from './load-generator.ts';

const ROUNDS = 5;
const GOAL = 0.6;
const LOAD_GENERATOR = new URL('./load-generator.ts', import.meta.url);

/**
 * Compares the candidate list (50 rows sorted by score) over HTTP with two peers: the same list as SQL through `pg`,
 * and the same rows read by id, the least work for a database. One load generator measures the list and a peer
 * alternately, one peer after the other. The API serves the list from memory.
 */
export async function benchmark(progress: (line: string) => void): Promise<BenchmarkResult> {
  const product = await startProduct({ DEMO_DATA: 'parcels' });
  const generator = startChild(LOAD_GENERATOR);
  const perform = (task: Task) => ask<Measurement>(generator, task);
  try {
    const token = await signIn(product);
    const list: Task = { kind: 'http', url: product.url, token };
    await perform(list); // warm up
    const against = async (statements: 'list' | 'rowsById') => {
      const bare: Task = { kind: 'pg', databaseUrl: product.databaseUrl, statements };
      await perform(bare);
      const rounds = await inTurns(
        ROUNDS,
        () => perform(list),
        () => perform(bare),
      );
      for (const { value, against } of rounds) {
        progress(
          `list ${Math.round(value.perSecond)}/s (p99 ${value.p99.toFixed(1)} ms), pg alone (${statements}) ${Math.round(against.perSecond)}/s`,
        );
      }
      return rounds;
    };
    const listRounds = await against('list');
    const rowRounds = await against('rowsById');
    const speeds = (rounds: typeof listRounds) =>
      rounds.map(({ value, against }) => ({ value: value.perSecond, against: against.perSecond }));
    const p99s = listRounds.map(({ value }) => value.p99);
    return {
      name: 'http',
      figures: [
        comparison('list_vs_pg', 'requests/s', speeds(listRounds), GOAL),
        comparison('list_vs_its_rows', 'requests/s', speeds(rowRounds)),
        {
          id: 'list_p99_ms',
          value: median(p99s),
          unit: 'ms',
          spread: [Math.min(...p99s), Math.max(...p99s)],
        },
      ],
    };
  } finally {
    await stopChildren(generator);
    await product.stop();
  }
}
