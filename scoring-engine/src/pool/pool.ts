import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import type { CandidateColumns } from '../columns.ts';
import { type CompiledModel, compileModel, type Scores, sharedScores } from '../kernel/score.ts';
import type { ScoringModel } from '../model.ts';
import type { ChecksumTask, ScoringTask } from './worker.ts';

/** Threads that score datasets. One pool per process. */
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
      // What they work on is shared memory; they make next to nothing of their own.
      resourceLimits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 64 },
    });
  }

  /**
   * Scores the candidates that are there now; later ones are not among the scores. Columns must not change meanwhile.
   * `spent` are scores that nobody reads any more: where they have the size, their room is used again.
   */
  async scoreAll(
    columns: CandidateColumns,
    model: ScoringModel | CompiledModel,
    spent?: Scores,
  ): Promise<Scores> {
    const compiled = 'tablesFor' in model ? model : compileModel(model);
    const tables = compiled.tablesFor(columns);
    const { views } = columns;
    const out = spent?.scoreTenths.length === views.size ? spent : sharedScores(views.size);
    // One task a thread: handing over columns and tables costs as much as scoring thousands of candidates.
    const task: ScoringTask = { views, tables, out, next: new Int32Array(new SharedArrayBuffer(4)) };
    await Promise.all(Array.from({ length: this.#threads }, () => this.#piscina.run(task)));
    return out;
  }

  /** See `scoreChecksum`. */
  async checksum(ids: Uint8Array, scoreTenths: Int16Array, order: Uint32Array): Promise<string> {
    const task: ChecksumTask = { ids, scoreTenths, order };
    return await this.#piscina.run(task, { name: 'checksum' });
  }

  async destroy(): Promise<void> {
    await this.#piscina.destroy();
  }
}
