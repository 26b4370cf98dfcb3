import type { EventData } from '@landline/event-schemas';
import type { Exclusive } from '@landline/event-schemas/exclusive';
import type { CandidateColumns } from '../columns.ts';
import type { Scores } from '../kernel/scores.ts';
import { digestOf, type ScoredRows } from '../packed-scores.ts';
import type { ScoringPool } from '../pool/pool.ts';
import { CHUNK_ROWS } from '../sharing/chunk.ts';
import type { Plan, Shared, ShareOut } from '../sharing/share-out.ts';
import { type Dataset, judgedIn, withJudgements } from './dataset.ts';
import { idOrder } from './id-order.ts';
import type { PublishedModel } from './published-models.ts';
import type { Need, ScoringState } from './state.ts';

export interface ScorerContext {
  readonly scoring: ScoringPool;
  readonly state: ScoringState;
  /** Nothing is taken from the log while the kernel reads the columns. */
  readonly alone: Exclusive;
  /** Where engines share runs. */
  readonly shareOut?: ShareOut | undefined;
}

/** The scores that a run writes, in the order of the candidates' ids. */
export interface Scored extends ScoredRows {
  readonly dataset: Dataset;
  readonly model: PublishedModel;
  /** Of the ids in their order. */
  readonly idsDigest: Buffer;
  readonly shares: Shared['shares'] | undefined;
  readonly rescored: Omit<EventData<'CandidatesRescored'>, 'checksum' | 'milliseconds'>;
}

/** Scores, and what they follow from. */
interface JustScored extends Pick<Scored, 'ids' | 'scores' | 'grades' | 'shares'> {
  readonly asOf: bigint;
  readonly inForce: PublishedModel;
}

type InOrder = Pick<Scored, 'order' | 'idsDigest'>;

/** Scores whole datasets, here or together with the other engines of the group. */
export class Scorer {
  readonly #context: ScorerContext;
  readonly #orders = new WeakMap<CandidateColumns, InOrder>();
  /** The scores of the run before, whose pages need not be asked for again. */
  #spent: Scores | undefined;

  constructor(context: ScorerContext) {
    this.#context = context;
  }

  /** The dataset of a run. Throws a TypeError when there is none, or no model to score it by. */
  wanted(need: Need): { readonly dataset: Dataset; readonly model: PublishedModel } {
    const dataset = this.#context.state.datasets.get(need.datasetKey);
    if (dataset === undefined) throw new TypeError(`There is no dataset ${need.datasetKey}`);
    return { dataset, model: this.#modelOf(need) };
  }

  /** What it resolves with is good until the next run is scored. */
  async score(need: Need, dataset: Dataset, signal: AbortSignal): Promise<Scored> {
    const { asOf, inForce, ids, scores, grades, shares } =
      (await this.#scoreShared(need, dataset, signal)) ?? (await this.#scoreHere(need, dataset));
    const { order, idsDigest } = this.#orderOf(dataset.columns, ids);
    const rescored = {
      run_id: need.runId,
      dataset_key: need.datasetKey,
      scope: need.scope,
      model_hash: inForce.hash,
      as_of: String(asOf),
      count: order.length,
    };
    return { dataset, model: inForce, ids, scores, grades, order, idsDigest, shares, rescored };
  }

  /** By all engines of the group; undefined where there is none, or nothing to share. */
  async #scoreShared(need: Need, dataset: Dataset, signal: AbortSignal): Promise<JustScored | undefined> {
    const { state, alone, shareOut } = this.#context;
    const { columns } = dataset;
    if (shareOut === undefined || columns.size <= CHUNK_ROWS) return undefined;
    const plan = await alone(async (): Promise<Plan & { ids: Uint8Array }> => {
      const model = this.#modelOf(need);
      const judged = judgedIn(dataset, need.scope, model.model);
      const { position: asOf } = state;
      const { featuresAt } = dataset;
      return { need, dataset, model, asOf, featuresAt, size: columns.size, judged, ids: columns.ids };
    });
    const shared = await shareOut.score(plan, state, signal);
    return shared && { asOf: plan.asOf, inForce: plan.model, ids: plan.ids, ...shared };
  }

  async #scoreHere(need: Need, dataset: Dataset): Promise<JustScored> {
    const { state, alone, scoring } = this.#context;
    return await alone(async () => {
      const inForce = this.#modelOf(need);
      // Taken, not lent: of a run that breaks off, a thread may still be writing into it.
      const spent = this.#spent;
      this.#spent = undefined;
      const scores = await withJudgements(dataset, need.scope, inForce.model, () =>
        scoring.scoreAll(dataset.columns, state.models.compiled(inForce.model), spent),
      );
      this.#spent = scores;
      const tables = state.models.compiled(inForce.model).tablesFor(dataset.columns);
      const { ids } = dataset.columns;
      const grades = tables.propertyType === 'ios' ? tables.grades.slice(0, ids.length / 16) : undefined;
      return { asOf: state.position, inForce, ids, scores, grades, shares: undefined };
    });
  }

  #modelOf({ scope }: Need): PublishedModel {
    const model = this.#context.state.models.of(scope);
    if (model === undefined) throw new TypeError('There is no scoring model');
    return model;
  }

  /** Candidates are only ever added: the order holds until there are more. */
  #orderOf(columns: CandidateColumns, ids: Uint8Array): InOrder {
    let known = this.#orders.get(columns);
    if (known?.order.length !== ids.length / 16) {
      const order = idOrder(ids);
      known = { order, idsDigest: digestOf(ids, order) };
      this.#orders.set(columns, known);
    }
    return known;
  }
}
