import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type BenchmarkResult, comparison, median, type Round } from '../figures.ts';
import { signIn, startProduct } from '../product.ts';
import type { Measured, Task } from './load.ts';

const ROUNDS = 5;
const GOAL = 0.6;
const LOAD = new URL('./load.ts', import.meta.url);

/**
 * The candidate list (50 rows, sorted by score) over HTTP against the same statements through `pg` alone, from the
 * same load process, in turns.
 */
export async function benchmark(progress: (line: string) => void): Promise<BenchmarkResult> {
  const product = await startProduct();
  const loader = fork(fileURLToPath(LOAD), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: [] });
  try {
    const token = await signIn(product);
    const list: Task = { kind: 'http', url: product.url, token };
    const bare: Task = { kind: 'pg', databaseUrl: product.databaseUrl };
    await perform(loader, list); // both warm
    await perform(loader, bare);
    const rounds: Round[] = [];
    const p99s: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const first = await perform(loader, round % 2 === 0 ? list : bare);
      const second = await perform(loader, round % 2 === 0 ? bare : list);
      const [ours, theirs] = round % 2 === 0 ? [first, second] : [second, first];
      rounds.push({ value: ours.perSecond, against: theirs.perSecond });
      p99s.push(ours.p99);
      progress(
        `list ${Math.round(ours.perSecond)}/s (p99 ${ours.p99.toFixed(1)} ms), pg alone ${Math.round(theirs.perSecond)}/s`,
      );
    }
    return {
      name: 'http',
      figures: [
        comparison('list_vs_pg', 'requests/s', rounds, GOAL),
        {
          id: 'list_p99_ms',
          value: median(p99s),
          unit: 'ms',
          spread: [Math.min(...p99s), Math.max(...p99s)],
        },
      ],
    };
  } finally {
    if (loader.connected) loader.disconnect();
    await product.stop();
  }
}

function perform(loader: ChildProcess, task: Task): Promise<Measured> {
  return new Promise((resolve, reject) => {
    loader.once('message', (answer: Measured | { error: string }) =>
      'error' in answer ? reject(new Error(answer.error)) : resolve(answer),
    );
    loader.send(task);
  });
}
