import type { RecordedEvent } from '@landline/event-schemas';
import { uuidAt } from '../features/ids.ts';
import { scoreRange, sharedScores } from '../kernel/score.ts';
import type { Judgement, ScoringModel } from '../model.ts';
import { type Dataset, withJudgements } from '../service/dataset.ts';
import { idOrder } from '../service/id-order.ts';
import { ScoringState } from '../service/state.ts';

/** What was said of a candidate in a scope; null where it was taken back. */
export interface PastJudgement {
  readonly scope: string;
  readonly candidateId: string;
  readonly judgement: Judgement | null;
  readonly position: bigint;
}

/** In tenths of a point: not applicable, or not scored yet. */
export const NONE = -1;

/** All scores of a dataset in one scope by one model, in the order of its columns: tenths of a point, -1 for N/A. */
export async function derive(
  state: ScoringState,
  dataset: Dataset,
  scope: string,
  model: ScoringModel,
): Promise<Int16Array> {
  const { columns } = dataset;
  const scores = sharedScores(columns.size);
  await withJudgements(dataset, scope, model, async () =>
    scoreRange(columns, state.models.compiled(model), 0, columns.size, scores),
  );
  return scores.scoreTenths;
}

/** A dataset's candidates and their scores as they were: takes what the log says of it, oldest first. */
export class PastDataset {
  readonly #state = new ScoringState('');
  #tenths: Int16Array = new Int16Array();

  /** Imports and assessments of this dataset. */
  take(event: RecordedEvent): void {
    this.#state.take(event);
  }

  get #dataset(): Dataset | undefined {
    return [...this.#state.datasets.values()][0];
  }

  get size(): number {
    return this.#dataset?.columns.size ?? 0;
  }

  /** Scores what was taken so far, as a run does; what is taken later has no score until it is corrected. */
  async score(scope: string, model: ScoringModel, judged: readonly PastJudgement[]): Promise<void> {
    const dataset = this.#dataset;
    if (dataset === undefined) return;
    for (const { scope: of, candidateId, judgement, position } of judged) {
      if (judgement) dataset.judgements.set(of, candidateId, judgement, position);
      else dataset.judgements.remove(of, candidateId, position);
    }
    this.#tenths = await derive(this.#state, dataset, scope, model);
  }

  /** What a judgement after the run made of a candidate's score, null for N/A. */
  correct(candidateId: string, score: number | null): void {
    const index = this.#dataset?.columns.indexOf(candidateId) ?? -1;
    if (index >= 0 && index < this.#tenths.length)
      this.#tenths[index] = score === null ? NONE : Math.round(score * 10);
  }

  has(candidateId: string): boolean {
    return (this.#dataset?.columns.indexOf(candidateId) ?? -1) >= 0;
  }

  /** The best so many, best first, then by their ids; those without a score come last. */
  best(limit: number): { id: string; score: number | null }[] {
    const ids = this.#dataset?.columns.ids;
    if (ids === undefined) return [];
    const tenthsOf = (index: number) => this.#tenths[index] ?? NONE;
    const byTenths = new Map<number, number[]>();
    // By id within each score, and no more of any than are asked for.
    for (const index of idOrder(ids)) {
      const alike = byTenths.get(tenthsOf(index));
      if (alike === undefined) byTenths.set(tenthsOf(index), [index]);
      else if (alike.length < limit) alike.push(index);
    }
    return [...byTenths]
      .sort(([a], [b]) => b - a)
      .flatMap(([tenths, indexes]) => indexes.map((index) => ({ tenths, index })))
      .slice(0, limit)
      .map(({ tenths, index }) => ({ id: uuidAt(ids, index), score: tenths === NONE ? null : tenths / 10 }));
  }
}
