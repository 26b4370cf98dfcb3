import type { RecordedEvent } from '@landline/event-schemas';
import { uuidAt } from '../features/candidate-ids.ts';
import { scoreRange } from '../kernel/score.ts';
import { NOT_AVAILABLE, sharedScores } from '../kernel/scores.ts';
import type { CandidateClassification, ScoringModel } from '../model.ts';
import { type Dataset, withClassifications } from '../service/dataset.ts';
import { idOrder } from '../service/id-order.ts';
import { ScoringState } from '../service/state.ts';

/** A classification in a scope; null if it was removed. */
export interface PastClassification {
  readonly scope: string;
  readonly candidateId: string;
  readonly classification: CandidateClassification | null;
  readonly position: bigint;
}

/**
 * Returns all scores of a dataset in one scope under one model, in column order: tenths of a point, -1 for
 * N/A.
 */
export async function recomputeScores(
  state: ScoringState,
  dataset: Dataset,
  scope: string,
  model: ScoringModel,
): Promise<Int16Array> {
  const { columns } = dataset;
  const scores = sharedScores(columns.size);
  await withClassifications(dataset, scope, model, async () =>
    scoreRange(columns, state.models.compiled(model), 0, columns.size, scores),
  );
  return scores.scoreTenths;
}

/** A dataset's candidates and scores as of a past position. `apply` applies the log's events, oldest first. */
export class PastDataset {
  readonly #state = new ScoringState('');
  /** By candidate index; candidates that are N/A or not scored yet are `NOT_AVAILABLE`. */
  #tenths: Int16Array = new Int16Array();

  /** Applies an import or assessment of this dataset. */
  apply(event: RecordedEvent): void {
    this.#state.apply(event);
  }

  get #dataset(): Dataset | undefined {
    return [...this.#state.datasets.values()][0];
  }

  get size(): number {
    return this.#dataset?.columns.size ?? 0;
  }

  /**
   * Scores all candidates applied so far, like a run. Candidates that are added later have no score until `correct`
   * sets one.
   */
  async score(scope: string, model: ScoringModel, classified: readonly PastClassification[]): Promise<void> {
    const dataset = this.#dataset;
    if (dataset === undefined) return;
    for (const { scope: classificationScope, candidateId, classification, position } of classified) {
      if (classification)
        dataset.classifications.set(classificationScope, candidateId, classification, position);
      else dataset.classifications.remove(classificationScope, candidateId, position);
    }
    this.#tenths = await recomputeScores(this.#state, dataset, scope, model);
  }

  /** Sets a score changed by a classification after the run; null for N/A. */
  correct(candidateId: string, score: number | null): void {
    const index = this.#dataset?.columns.indexOf(candidateId) ?? -1;
    if (index >= 0 && index < this.#tenths.length)
      this.#tenths[index] = score === null ? NOT_AVAILABLE : Math.round(score * 10);
  }

  has(candidateId: string): boolean {
    return (this.#dataset?.columns.indexOf(candidateId) ?? -1) >= 0;
  }

  /** Returns the best candidates, ties by id; those without a score come last. */
  best(limit: number): { id: string; score: number | null }[] {
    const ids = this.#dataset?.columns.ids;
    if (ids === undefined) return [];
    const tenthsOf = (index: number) => this.#tenths[index] ?? NOT_AVAILABLE;
    const byTenths = new Map<number, number[]>();
    // Sort the candidates of each score by id, and take at most `limit` of each.
    for (const index of idOrder(ids)) {
      const tied = byTenths.get(tenthsOf(index));
      if (tied === undefined) byTenths.set(tenthsOf(index), [index]);
      else if (tied.length < limit) tied.push(index);
    }
    return [...byTenths]
      .sort(([a], [b]) => b - a)
      .flatMap(([tenths, indexes]) => indexes.map((index) => ({ tenths, index })))
      .slice(0, limit)
      .map(({ tenths, index }) => ({
        id: uuidAt(ids, index),
        score: tenths === NOT_AVAILABLE ? null : tenths / 10,
      }));
  }
}
