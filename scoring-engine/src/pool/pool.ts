import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import type { CandidateColumns } from '../columns.ts';
import { type CompiledModel, compileModel, type Scores, sharedScores } from '../kernel/score.ts';
import type { ScoringModel } from '../model.ts';
import type { RangeTask } from './worker.ts';

/** Candidates of one task: a few milliseconds' work, so that progress shows and threads end together. */
const RANGE = 65_536;

/** Threads that score datasets. One pool per process. */
export class ScoringPool {
  readonly #piscina: Piscina<RangeTask, void>;

  constructor(threads = availableParallelism()) {
    this.#piscina = new Piscina({
      filename: new URL('./worker.ts', import.meta.url).href,
      minThreads: threads,
      maxThreads: threads,
      execArgv: [],
    });
  }

  /**
   * Scores the candidates that are there now; later ones are not among the scores. Columns must not change meanwhile.
   * `onProgress` is told how many are done.
   */
  async scoreAll(
    columns: CandidateColumns,
    model: ScoringModel | CompiledModel,
    onProgress?: (scored: number) => void,
  ): Promise<Scores> {
    const compiled = 'tablesFor' in model ? model : compileModel(model);
    const tables = compiled.tablesFor(columns);
    const { views } = columns;
    const out = sharedScores(views.size);
    let scored = 0;
    const scoreRange = async (from: number) => {
      const to = Math.min(from + RANGE, views.size);
      await this.#piscina.run({ views, tables, from, to, out });
      scored += to - from;
      onProgress?.(scored);
    };
    const starts = Array.from({ length: Math.ceil(views.size / RANGE) }, (_, range) => range * RANGE);
    await Promise.all(starts.map(scoreRange));
    return out;
  }

  async destroy(): Promise<void> {
    await this.#piscina.destroy();
  }
}
