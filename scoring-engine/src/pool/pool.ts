import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import type { CandidateColumns } from '../columns.ts';
import type { CompiledModel } from '../kernel/compile.ts';
import { type Scores, sharedScores } from '../kernel/scores.ts';
import type { ChecksumTask, ScoringTask } from './worker.ts';

/** Thread pool that scores datasets. One per process. */
export class ScoringPool {
  readonly #piscina: Piscina<ScoringTask | ChecksumTask>;
  readonly #threads: number;

  constructor(threads = availableParallelism()) {
    this.#threads = threads;
    this.#piscina = new Piscina({
      filename: new URL('./worker.ts', import.meta.url).href,
      minThreads: threads,
      maxThreads: threads,
      execArgv: [],
      // Tasks work on shared memory and allocate almost nothing.
      resourceLimits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 64 },
    });
  }

  /**
   * Scores the current candidates; the columns must not change until it resolves. Overwrites and returns `reusable`
   * if its size matches, instead of allocating memory.
   */
  async scoreAll(columns: CandidateColumns, compiled: CompiledModel, reusable?: Scores): Promise<Scores> {
    const tables = compiled.tablesFor(columns);
    const { views } = columns;
    const out = reusable?.scoreTenths.length === views.size ? reusable : sharedScores(views.size);
    // Run one task per thread, because passing columns and tables costs as much as scoring thousands of candidates.
    const task: ScoringTask = { views, tables, out, next: new Int32Array(new SharedArrayBuffer(4)) };
    await Promise.all(Array.from({ length: this.#threads }, () => this.#piscina.run(task)));
    return out;
  }

  async checksum(ids: Uint8Array, scoreTenths: Int16Array, order: Uint32Array): Promise<string> {
    const task: ChecksumTask = { ids, scoreTenths, order };
    return await this.#piscina.run(task, { name: 'checksum' });
  }

  async destroy(): Promise<void> {
    await this.#piscina.destroy();
  }
}
