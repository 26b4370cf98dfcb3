import { EventEmitter, once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { NO_STREAM } from '@eventstore/db-client';
import { type Classification, EVERYONE, PROPERTY_TYPES, streams } from '@landline/event-schemas';
import { pause } from '@landline/runtime/process/pause';
import { modelHash, type ScoringModel } from '../model.ts';
import { exampleOf, type TrainingExample, trainFrom, withoutTraining } from '../training.ts';
import type { Dataset } from './dataset.ts';
import { appendAt } from './event-log.ts';
import { trainedModelEventId } from './name-based-ids.ts';
import type { RunnerContext } from './runner-context.ts';

/**
 * Minimum interval between two models, in milliseconds, so that a burst of classifications leads to only a few
 * models.
 */
const PUBLISH_INTERVAL_MS = 2_500;
const BURST = 2;
const RETRY_MS = 1_000;
/** Number of candidates after which training yields to the event loop, so that the engine can follow the log. */
const YIELD_EVERY = 200;

type Context = Pick<RunnerContext, 'client' | 'state' | 'log'>;

/** Training examples of a dataset's candidates under one set of tables and features. */
interface ExampleCache {
  readonly tablesHash: string;
  readonly featuresAt: bigint;
  readonly byCandidate: Map<string, TrainingExample | undefined>;
}

/**
 * Publishes models trained on the classifications of each scope. Training depends only on the log, so it is repeated
 * after an interruption. A model equal to the current one is not published.
 */
export class Trainer {
  readonly #context: Context;
  readonly #scopes = new Set<string>();
  readonly #examples = new WeakMap<Dataset, ExampleCache>();
  /** Time at which the intervals of all published models have passed. */
  #freeAt = 0;
  readonly #queued = new EventEmitter();

  constructor(context: Context) {
    this.#context = context;
  }

  /** Queues scopes whose training may have changed. */
  enqueue(scopes: Iterable<string>): void {
    for (const scope of scopes) this.#scopes.add(scope);
    if (this.#scopes.size > 0) this.#queued.emit('scopes');
  }

  /**
   * Trains queued scopes until the signal is aborted: immediately after the first classification of a burst, and once
   * for all others together.
   */
  async work(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      if (this.#scopes.size > 0) await pause(await this.#trainAll(signal), signal);
      else await once(this.#queued, 'scopes', { signal }).catch(() => undefined); // aborted: the loop ends
    }
  }

  /** Returns the delay until the next round, in milliseconds. */
  async #trainAll(signal: AbortSignal): Promise<number> {
    const scopes = [...this.#scopes];
    this.#scopes.clear();
    let wait = 0;
    let hasPublished = false;
    for (const scope of scopes) {
      if (signal.aborted) break;
      try {
        if (await this.#trainScope(scope)) hasPublished = true;
      } catch (err) {
        this.#context.log.warn(
          { event: 'training.failed', err, scope },
          'Training failed for a scope; retrying in 1 s',
        );
        this.#scopes.add(scope);
        wait = RETRY_MS;
      }
    }
    return hasPublished ? Math.max(wait, this.#untilNextModel()) : wait;
  }

  /** Accounts for a published model and returns the time until the next one may be published, in milliseconds. */
  #untilNextModel(): number {
    const now = performance.now();
    this.#freeAt = Math.max(now, this.#freeAt) + PUBLISH_INTERVAL_MS;
    return Math.max(0, this.#freeAt - now - (BURST - 1) * PUBLISH_INTERVAL_MS);
  }

  /** Returns true when a model was published. */
  async #trainScope(scope: string): Promise<boolean> {
    const { client, state, log } = this.#context;
    const tables = state.models.of(EVERYONE)?.model;
    if (tables === undefined) return false;
    const revision = state.models.revisionOf(scope);
    const { position: asOf } = state;
    const { model, count } = await this.#train(scope, withoutTraining(tables));
    const hash = modelHash(model);
    if (hash === state.models.of(scope)?.hash) return false;
    // A model is JSON, typed as its schema.
    const data = { scope, model_hash: hash, model: model as unknown as Record<string, unknown> };
    const isPublished = await appendAt(
      client,
      streams.trainingModel(scope),
      trainedModelEventId(state.logId, scope, hash, revision ?? -1n),
      {
        type: 'ScoringModelPublished',
        data: { ...data, taught_by: { judgements: count, as_of: String(asOf) } },
      },
      revision ?? NO_STREAM,
    );
    // Otherwise another model was published in the meantime, or the response was lost. In both cases, the published
    // event queues the scope again.
    if (isPublished)
      log.info(
        { event: 'training.published', scope, classifications: count, model: hash },
        'Trained model published',
      );
    return isPublished;
  }

  /** Returns the tables trained on the classifications effective in a scope, and the number of classifications. */
  async #train(scope: string, tables: ScoringModel): Promise<{ model: ScoringModel; count: number }> {
    const tablesHash = modelHash(tables);
    const datasets = [...this.#context.state.datasets.values()].map(
      (dataset) => [dataset, dataset.classifications.allEffective(scope)] as const,
    );
    let model = tables;
    let count = 0;
    let visited = 0;
    for (const propertyType of PROPERTY_TYPES) {
      const examples: [TrainingExample, Classification][] = [];
      for (const [dataset, effective] of datasets) {
        if (dataset.columns.propertyType !== propertyType) continue;
        const exampleFor = this.#examplesOf(dataset, tables, tablesHash);
        for (const [candidateId, { classification }] of effective) {
          const example = exampleFor(candidateId);
          if (example) examples.push([example, classification]);
          if (++visited % YIELD_EVERY === 0) await nextTurn();
        }
      }
      count += examples.length;
      model = trainFrom(model, propertyType, examples);
    }
    return { model, count };
  }

  #examplesOf(
    dataset: Dataset,
    tables: ScoringModel,
    tablesHash: string,
  ): (candidateId: string) => TrainingExample | undefined {
    const { columns, featuresAt } = dataset;
    let cache = this.#examples.get(dataset);
    if (cache?.tablesHash !== tablesHash || cache.featuresAt !== featuresAt) {
      cache = { tablesHash, featuresAt, byCandidate: new Map() };
      this.#examples.set(dataset, cache);
    }
    const { byCandidate } = cache;
    return (candidateId) => {
      const index = columns.indexOf(candidateId);
      if (index < 0) return undefined;
      if (!byCandidate.has(candidateId))
        byCandidate.set(candidateId, exampleOf(tables, columns.propertyType, columns.featuresOf(index)));
      return byCandidate.get(candidateId);
    };
  }
}
