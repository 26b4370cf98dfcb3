import type { EventData } from '@landline/event-schemas';
import type { SerialQueue } from '@landline/runtime/process/serial-queue';
import type { CandidateColumns } from '../columns.ts';
import { CHUNK_ROWS } from '../distributed/chunk.ts';
import type { ChunkCoordinator, DistributedScores, ScoringPlan } from '../distributed/chunk-coordinator.ts';
import type { Scores } from '../kernel/scores.ts';
import { digestOf, type ScoredRows } from '../packed-scores.ts';
import type { ScoringPool } from '../pool/pool.ts';
import { adjustmentsIn, type Dataset, withClassifications } from './dataset.ts';
import { idOrder } from './id-order.ts';
import type { PublishedModel } from './published-models.ts';
import type { RescoringRequest, ScoringState } from './state.ts';

export interface ScorerContext {
  readonly scoring: ScoringPool;
  readonly state: ScoringState;
  /** Prevents events from being applied while the kernel reads the columns. */
  readonly runExclusive: SerialQueue;
  /** Present with distributed scoring. */
  readonly coordinator?: ChunkCoordinator | undefined;
}

/** Result of a run, in the order of the candidates' ids. */
export interface ScoredDataset extends ScoredRows {
  readonly dataset: Dataset;
  readonly model: PublishedModel;
  /** Digest of the ids in order. */
  readonly idsDigest: Buffer;
  readonly shares: DistributedScores['shares'] | undefined;
  readonly rescored: Omit<EventData<'CandidatesRescored'>, 'checksum' | 'milliseconds'>;
}

/** Scores, with the model and log position that they are based on. */
interface ScoringResult extends Pick<ScoredDataset, 'ids' | 'scores' | 'grades' | 'shares'> {
  readonly asOf: bigint;
  readonly model: PublishedModel;
}

type IdOrder = Pick<ScoredDataset, 'order' | 'idsDigest'>;

/** Scores whole datasets, locally or together with the other engines of the group. */
export class Scorer {
  readonly #context: ScorerContext;
  readonly #orders = new WeakMap<CandidateColumns, IdOrder>();
  /** Buffers of the previous run, reused so that their pages are not allocated again. */
  #reusable: Scores | undefined;

  constructor(context: ScorerContext) {
    this.#context = context;
  }

  /** Returns the dataset and model of a run. Throws a TypeError when either is missing. */
  sourcesOf(request: RescoringRequest): { readonly dataset: Dataset; readonly model: PublishedModel } {
    const dataset = this.#context.state.datasets.get(request.datasetKey);
    if (dataset === undefined) throw new TypeError(`Unknown dataset ${request.datasetKey}`);
    return { dataset, model: this.#modelOf(request) };
  }

  /** Scores a dataset for a run. The result is valid until the next run is scored. */
  async score(request: RescoringRequest, dataset: Dataset, signal: AbortSignal): Promise<ScoredDataset> {
    const { asOf, model, ids, scores, grades, shares } =
      (await this.#scoreDistributed(request, dataset, signal)) ??
      (await this.#scoreLocally(request, dataset));
    const { order, idsDigest } = this.#orderOf(dataset.columns, ids);
    const rescored = {
      run_id: request.runId,
      dataset_key: request.datasetKey,
      scope: request.scope,
      model_hash: model.hash,
      as_of: String(asOf),
      count: order.length,
    };
    return { dataset, model, ids, scores, grades, order, idsDigest, shares, rescored };
  }

  /**
   * Scores with all engines of the group. Returns undefined without a group, for a single chunk, and if features change
   * during the run; the caller then scores locally.
   */
  async #scoreDistributed(
    request: RescoringRequest,
    dataset: Dataset,
    signal: AbortSignal,
  ): Promise<ScoringResult | undefined> {
    const { state, runExclusive, coordinator } = this.#context;
    const { columns } = dataset;
    if (coordinator === undefined || columns.size <= CHUNK_ROWS) return undefined;
    const plan = await runExclusive(async (): Promise<ScoringPlan & { ids: Uint8Array }> => {
      const model = this.#modelOf(request);
      const adjustments = adjustmentsIn(dataset, request.scope, model.model);
      const { position: asOf } = state;
      const { featuresAt } = dataset;
      const { size, ids } = columns;
      return { request, dataset, model, asOf, featuresAt, size, adjustments, ids };
    });
    const shared = await coordinator.score(plan, state, signal);
    return shared && { asOf: plan.asOf, model: plan.model, ids: plan.ids, ...shared };
  }

  async #scoreLocally(request: RescoringRequest, dataset: Dataset): Promise<ScoringResult> {
    const { state, runExclusive, scoring } = this.#context;
    return await runExclusive(async () => {
      const model = this.#modelOf(request);
      const compiled = state.models.compiled(model.model);
      // Clear the field first: after a failed run, a thread may still be writing to the buffers.
      const reusable = this.#reusable;
      this.#reusable = undefined;
      const scores = await withClassifications(dataset, request.scope, model.model, () =>
        scoring.scoreAll(dataset.columns, compiled, reusable),
      );
      this.#reusable = scores;
      const tables = compiled.tablesFor(dataset.columns);
      const { ids, size } = dataset.columns;
      const grades = tables.propertyType === 'ios' ? tables.grades.slice(0, size) : undefined;
      return { asOf: state.position, model, ids, scores, grades, shares: undefined };
    });
  }

  #modelOf({ scope }: RescoringRequest): PublishedModel {
    const model = this.#context.state.models.of(scope);
    if (model === undefined) throw new TypeError('No scoring model has been published');
    return model;
  }

  /**
   * Returns the candidates' id order. Candidates are only ever added, so it remains valid until their number changes.
   */
  #orderOf(columns: CandidateColumns, ids: Uint8Array): IdOrder {
    let cached = this.#orders.get(columns);
    if (cached?.order.length !== ids.length / 16) {
      const order = idOrder(ids);
      cached = { order, idsDigest: digestOf(ids, order) };
      this.#orders.set(columns, cached);
    }
    return cached;
  }
}
