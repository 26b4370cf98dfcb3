import type { EventStoreDBClient } from '@eventstore/db-client';
import type { EventData } from '@landline/event-schemas';
import type { Exclusive } from '@landline/event-schemas/exclusive';
import { parentOf, traced } from '@landline/event-schemas/tracing';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { CandidateColumns } from '../columns.ts';
import type { Scores } from '../kernel/score.ts';
import type { ScoringPool } from '../pool/pool.ts';
import { CHUNK_ROWS } from '../sharing/chunk.ts';
import { dropChunks } from '../sharing/chunk-table.ts';
import type { Plan, Shared, ShareOut } from '../sharing/share-out.ts';
import { announceStubbornly } from './announce.ts';
import { type Epoch, inEpoch } from './epoch.ts';
import { handOver } from './hand-over.ts';
import { idOrder } from './id-order.ts';
import { audienceOf, readLiveSets, writeScores } from './in-place.ts';
import { keepMoves } from './moves.ts';
import { notifyMoved } from './notify.ts';
import { pause } from './pause.ts';
import type { PublishedModel } from './published-models.ts';
import { type Details, progressReporter, takeStep, takeStepAlone } from './run-table.ts';
import { scoreOrder } from './score-order.ts';
import { analyzeSet, attachSet, indexSet, writeSet } from './score-set.ts';
import { type Dataset, keyOf, type Need, type ScoringState } from './state.ts';
import { retireSet } from './sweep.ts';
import { DisplacedError, isPassing } from './transaction.ts';

export interface RunnerContext {
  readonly pool: pg.Pool;
  readonly client: EventStoreDBClient;
  readonly scoring: ScoringPool;
  readonly state: ScoringState;
  readonly epoch: Epoch;
  /** Nothing is taken from the log while the kernel reads the columns. */
  readonly alone: Exclusive;
  readonly log: Logger;
  /** Where engines share runs. */
  readonly shareOut?: ShareOut | undefined;
}

/** A run stops where it is: its row says why. */
class StoppedError extends Error {
  readonly code = 'RUN_STOPPED';
}

interface Scored {
  readonly dataset: Dataset;
  readonly model: PublishedModel;
  readonly ids: Uint8Array;
  readonly scores: Scores;
  /** ios: environmental grades, as in the columns. */
  readonly grades: Uint8Array | undefined;
  readonly order: Uint32Array;
  readonly shares: Shared['shares'] | undefined;
  readonly rescored: Omit<EventData<'CandidatesRescored'>, 'checksum' | 'milliseconds'>;
}

/** Scores, and what they follow from. */
interface JustScored extends Pick<Scored, 'ids' | 'scores' | 'grades' | 'shares'> {
  readonly asOf: bigint;
  readonly inForce: PublishedModel;
}

const MAX_ATTEMPTS = 8;
const RETRY_MS = 250;
const MAX_RETRY_MS = 5_000;

/**
 * Scores whole datasets again, one run at a time: two at once would only share the processors and the disk. What a row of
 * `scoring.run` says is what counts: a run that was cancelled or superseded there stops at its next step.
 */
export class Runner {
  readonly #context: RunnerContext;
  readonly #queue = new Map<string, Need>();
  /** Datasets in a scope that have scores to be seen. */
  readonly #shown = new Set<string>();
  readonly #orders = new WeakMap<CandidateColumns, Uint32Array>();
  readonly #attempts = new Map<string, number>();
  #running: { need: Need; stop: AbortController } | undefined;
  #wake = () => {};

  constructor(context: RunnerContext) {
    this.#context = context;
  }

  /** Queues the run that a need asks for in the place of an older one, or stops it. Its row must be there. */
  want(need: Need): void {
    const key = keyOf(need.datasetKey, need.scope);
    if (need.cancelled) {
      if (this.#queue.get(key)?.runId === need.runId) this.#queue.delete(key);
      if (this.#running?.need.runId === need.runId) this.#running.stop.abort(new StoppedError());
      return;
    }
    this.#queue.set(key, need);
    this.#wake();
  }

  /** Works the queue off until the signal. Rejects when this engine has been displaced. */
  async work(signal: AbortSignal): Promise<void> {
    const stop = () => {
      this.#running?.stop.abort(signal.reason);
      this.#wake();
    };
    signal.addEventListener('abort', stop);
    let delay = RETRY_MS;
    try {
      for (const { datasetKey, scope } of await readLiveSets(this.#context.pool))
        this.#shown.add(keyOf(datasetKey, scope));
      while (!signal.aborted) {
        const next = this.#next();
        if (next === undefined) {
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
          });
          continue;
        }
        const [key, need] = next;
        this.#queue.delete(key);
        if (await this.#attempt(need, signal)) delay = RETRY_MS;
        else {
          if (!this.#queue.has(key)) this.#queue.set(key, need);
          await pause(delay, signal);
          delay = Math.min(delay * 2, MAX_RETRY_MS);
        }
      }
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  /** What has no scores of its own yet goes first: until then nobody sees their judgement in them. */
  #next(): [key: string, need: Need] | undefined {
    const queue = [...this.#queue];
    return queue.find(([key]) => !this.#shown.has(key)) ?? queue[0];
  }

  /** False when the run has to be tried again. */
  async #attempt(need: Need, signal: AbortSignal): Promise<boolean> {
    const { log, pool, epoch } = this.#context;
    const stop = new AbortController();
    this.#running = { need, stop };
    const name = { run: need.runId, dataset: need.datasetKey, scope: need.scope };
    try {
      const parent = parentOf(need.traceparent);
      await traced({ name: 'rescore', kind: 'consumer', parent }, () => this.#perform(need, stop.signal));
      return true;
    } catch (error) {
      if (error instanceof StoppedError || stop.signal.reason instanceof StoppedError) {
        log.info(name, 'run stopped');
        return true;
      }
      if (signal.aborted) return true;
      if (error instanceof DisplacedError) throw error;
      const attempts = (this.#attempts.get(need.runId) ?? 0) + 1;
      const again = isPassing(error) && attempts < MAX_ATTEMPTS;
      if (again) this.#attempts.set(need.runId, attempts);
      else this.#attempts.delete(need.runId);
      log.warn({ err: error, ...name, again }, 'run interrupted');
      const details = again ? {} : { error: error instanceof Error ? error.message : String(error) };
      await takeStepAlone(pool, epoch, need, again ? 'REQUEUE' : 'FAIL', details);
      return !again;
    } finally {
      this.#running = undefined;
    }
  }

  async #perform(need: Need, signal: AbortSignal): Promise<void> {
    const { pool, log, epoch, scoring } = this.#context;
    const startedAt = performance.now();
    const scored = await this.#score(need, signal);
    const { ids, scores, grades, order, rescored, shares } = scored;
    await this.#step(need, 'WRITE', { shares });
    if (shares) await dropChunks(pool, need);
    const rows = { ids, scores, grades, order: scoreOrder(scores.scoreTenths, order) };
    const { datasetKey, scope } = need;
    const setId = await writeSet(pool, rows, progressReporter(pool, epoch, need), signal);
    const [checksum] = await Promise.all([
      scoring.checksum(ids, scores.scoreTenths, order),
      this.#makeReadable(need, setId, signal),
    ]).catch(async (error) => {
      await retireSet(pool, setId).catch(() => undefined); // the next engine finds it as well
      throw error;
    });
    const told = { ...rescored, checksum, milliseconds: Math.round(performance.now() - startedAt) };
    const before = await this.#swap(need, scored, setId, told);
    await announceStubbornly(this.#context, { ...need, rescored: told }, signal);
    log.info(
      {
        run: need.runId,
        dataset: datasetKey,
        scope,
        count: order.length,
        setId,
        ms: told.milliseconds,
      },
      'rescored',
    );
    await analyzeSet(pool, setId);
    if (before !== undefined) await keepMoves(pool, need.runId, before, setId);
  }

  /** By lists, and by those who keep scores in memory: these read the set while its indexes are made. */
  async #makeReadable({ datasetKey, scope }: Need, setId: number, signal: AbortSignal): Promise<void> {
    const { pool } = this.#context;
    await attachSet(pool, setId);
    const replaces = (await readLiveSets(pool, [datasetKey])).find((live) => live.scope === scope)?.setId;
    const handedOver =
      replaces === undefined ? undefined : handOver(pool, { datasetKey, setId, replaces }, signal);
    await Promise.all([handedOver, indexSet(pool, setId, signal)]);
  }

  async #score(need: Need, signal: AbortSignal): Promise<Scored> {
    const { state } = this.#context;
    const dataset = state.datasets.get(need.datasetKey);
    if (dataset === undefined) throw new TypeError(`There is no dataset ${need.datasetKey}`);
    const model = this.#modelOf(need);
    await this.#step(need, 'SCORE', { total: dataset.columns.size, model_hash: model.hash });
    const { asOf, inForce, ids, scores, grades, shares } =
      (await this.#scoreShared(need, dataset, signal)) ?? (await this.#scoreHere(need, dataset));
    const order = this.#orderOf(dataset.columns, ids);
    const rescored = {
      run_id: need.runId,
      dataset_key: need.datasetKey,
      scope: need.scope,
      model_hash: inForce.hash,
      as_of: String(asOf),
      count: order.length,
    };
    return { dataset, model: inForce, ids, scores, grades, order, shares, rescored };
  }

  /** By all engines of the group; undefined where there is none, or nothing to share. */
  async #scoreShared(need: Need, dataset: Dataset, signal: AbortSignal): Promise<JustScored | undefined> {
    const { state, alone, shareOut } = this.#context;
    const { columns } = dataset;
    if (shareOut === undefined || columns.size <= CHUNK_ROWS) return undefined;
    const plan = await alone(async (): Promise<Plan & { ids: Uint8Array }> => {
      const model = this.#modelOf(need);
      const judged = state.judgedIn(dataset, need.scope, model.model);
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
      const scores = await state.withJudgements(dataset, need.scope, inForce.model, () =>
        scoring.scoreAll(dataset.columns, state.models.compiled(inForce.model)),
      );
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
  #orderOf(columns: CandidateColumns, ids: Uint8Array): Uint32Array {
    let order = this.#orders.get(columns);
    if (order?.length !== ids.length / 16) {
      order = idOrder(ids);
      this.#orders.set(columns, order);
    }
    return order;
  }

  /**
   * Sends readers to the new set, in which what was judged since it was scored is already corrected. The set that they
   * were sent to before.
   */
  async #swap(
    need: Need,
    { dataset, model, rescored, order }: Scored,
    setId: number,
    told: EventData<'CandidatesRescored'>,
  ): Promise<number | undefined> {
    const { pool, epoch, state } = this.#context;
    const { datasetKey, scope } = need;
    const asOf = BigInt(rescored.as_of);
    const outcome = await inEpoch(pool, epoch, async (client, position) => {
      const { rows } = await client.query<{ set_id: number; position: string }>(
        'SELECT set_id, position FROM scoring.live_set WHERE dataset_key = $1 AND scope = $2',
        [datasetKey, scope],
      );
      const [live] = rows;
      const isOlder = live !== undefined && BigInt(live.position) > asOf;
      const details = { scored: order.length, total: order.length, model_hash: model.hash, rescored: told };
      const next = await takeStep(client, need.runId, isOlder ? 'SUPERSEDE' : 'SWAP', isOlder ? {} : details);
      const isIn = next === 'swapping';
      if (isIn) {
        const candidateIds = dataset.judgements.judgedSince(asOf);
        await writeScores(client, setId, state, { datasetKey, scope, model, candidateIds });
        await client.query(
          `INSERT INTO scoring.live_set (dataset_key, scope, set_id, model_hash, position) VALUES ($1, $2, $3, $4, $5)
           ON CONFLICT (dataset_key, scope) DO UPDATE
           SET set_id = excluded.set_id, model_hash = excluded.model_hash, position = excluded.position, updated_at = now()`,
          [datasetKey, scope, setId, model.hash, rescored.as_of],
        );
      }
      const retired = isIn ? live?.set_id : setId;
      if (retired !== undefined) {
        await retireSet(client, retired);
      }
      const moved = { logId: epoch.logId, position, clientIds: audienceOf(new Set([scope])) };
      if (isIn) await notifyMoved(client, { model: 'scores', ...moved });
      await notifyMoved(client, { model: 'runs', ...moved });
      return { isIn, before: live?.set_id };
    });
    if (!outcome.isIn) throw new StoppedError(`Run ${need.runId} was over before its scores were written`);
    this.#shown.add(keyOf(datasetKey, scope));
    return outcome.before;
  }

  async #step(need: Need, step: 'SCORE' | 'WRITE', details?: Details): Promise<void> {
    const { pool, epoch } = this.#context;
    const next = await takeStepAlone(pool, epoch, need, step, details);
    if (next === undefined) throw new StoppedError(`Run ${need.runId} takes no step ${step}`);
  }
}
