import { EventEmitter, once } from 'node:events';
import type { EventData } from '@landline/event-schemas';
import { notifyReadModelMoved } from '@landline/runtime/postgres/read-model-moved';
import { isTransientError } from '@landline/runtime/postgres/transient-error';
import { pause } from '@landline/runtime/process/pause';
import { parentOf, traced } from '@landline/runtime/tracing/tracing';
import { dropChunks } from '../distributed/chunk-table.ts';
import { Backoff } from './backoff.ts';
import { FencedError, inEpoch } from './epoch.ts';
import { affectedClients, readLiveSets, writeScores } from './live-sets.ts';
import { storeRankChanges } from './rank-changes.ts';
import { storePackedScores, waitForReaders } from './read-ahead.ts';
import { reportRescoredWithRetry } from './report-rescored.ts';
import {
  findUnreported,
  progressReporter,
  type RunDetails,
  transitionRun,
  transitionRunAndNotify,
} from './run-table.ts';
import type { RunnerContext } from './runner-context.ts';
import { scoreOrder } from './score-order.ts';
import { analyzeSet, attachSet, nextSetId, writeSet } from './score-set.ts';
import { type ScoredDataset, Scorer } from './scorer.ts';
import { keyOf, type RescoringRequest } from './state.ts';
import { retireSet } from './sweep.ts';

/** Thrown to stop work on a run that was canceled or superseded; the run's row contains the reason. */
class StoppedError extends Error {
  readonly code = 'RUN_STOPPED';
}

const MAX_ATTEMPTS = 8;
const RETIRE_RETRY_MS = 250;
const RETIRE_TIMEOUT_MS = 1_500;

/**
 * Rescores whole datasets, one run at a time, because concurrent runs would only compete for processors and disk. The
 * row in `scoring.run` is authoritative: a run that is canceled or superseded there stops at its next step.
 */
export class Runner {
  readonly #context: RunnerContext;
  readonly #scorer: Scorer;
  readonly #queue = new Map<string, RescoringRequest>();
  /** Datasets and scopes that have visible scores. */
  readonly #scored = new Set<string>();
  readonly #attempts = new Map<string, number>();
  #running: { request: RescoringRequest; stop: AbortController } | undefined;
  readonly #queued = new EventEmitter();

  constructor(context: RunnerContext) {
    this.#context = context;
    this.#scorer = new Scorer(context);
  }

  /** Queues a requested run, replacing an older one, or stops a canceled run. The row of the run must exist. */
  enqueue(request: RescoringRequest): void {
    const key = keyOf(request.datasetKey, request.scope);
    if (request.cancelled) {
      if (this.#queue.get(key)?.runId === request.runId) this.#queue.delete(key);
      if (this.#running?.request.runId === request.runId) this.#running.stop.abort(new StoppedError());
      return;
    }
    this.#queue.set(key, request);
    this.#queued.emit('request');
  }

  /** Processes the queue until the signal is aborted. Rejects when another engine has become active. */
  async work(signal: AbortSignal): Promise<void> {
    const backoff = new Backoff();
    for (const { datasetKey, scope } of await readLiveSets(this.#context.pool))
      this.#scored.add(keyOf(datasetKey, scope));
    while (!signal.aborted) {
      const next = this.#next();
      if (next === undefined) {
        await once(this.#queued, 'request', { signal }).catch(() => undefined); // aborted: the loop ends
        continue;
      }
      const [key, request] = next;
      this.#queue.delete(key);
      if (await this.#attempt(request, signal)) backoff.reset();
      else {
        if (!this.#queue.has(key)) this.#queue.set(key, request);
        await backoff.wait(signal);
      }
    }
  }

  /**
   * Returns the next request. Datasets without scores in their scope go first, because their users do not see their own
   * classifications yet.
   */
  #next(): [key: string, request: RescoringRequest] | undefined {
    const queue = [...this.#queue];
    return queue.find(([key]) => !this.#scored.has(key)) ?? queue[0];
  }

  /** Returns false when the run has to be retried. */
  async #attempt(request: RescoringRequest, signal: AbortSignal): Promise<boolean> {
    const { log, pool, epoch } = this.#context;
    const stop = new AbortController();
    this.#running = { request, stop };
    const logFields = { run: request.runId, dataset: request.datasetKey, scope: request.scope };
    try {
      const parent = parentOf(request.traceparent);
      const stopSignal = AbortSignal.any([signal, stop.signal]);
      await traced({ name: 'rescore', kind: 'consumer', parent }, () => this.#perform(request, stopSignal));
      return true;
    } catch (error) {
      if (signal.aborted) return true;
      if (error instanceof FencedError) throw error;
      const isStopped = error instanceof StoppedError || stop.signal.reason instanceof StoppedError;
      if (isStopped)
        log.info(
          { event: 'rescore.stopped', ...logFields },
          'Rescoring run stopped, because it was canceled or superseded',
        );
      const isRetried = !isStopped && (await this.#requeueOrFail(request, error));
      // A run is unreported if the response to its swap was lost, or if it was canceled after the swap.
      const unreported = await findUnreported(pool, epoch, request.runId);
      if (unreported) await reportRescoredWithRetry(this.#context, unreported, signal);
      return unreported !== undefined || !isRetried;
    } finally {
      this.#running = undefined;
    }
  }

  /** Requeues a failed run or marks it as failed; returns true for a retry. */
  async #requeueOrFail(request: RescoringRequest, error: unknown): Promise<boolean> {
    const { log, pool, epoch } = this.#context;
    const { runId: run, datasetKey: dataset, scope } = request;
    const attempts = (this.#attempts.get(run) ?? 0) + 1;
    const isRetried = isTransientError(error) && attempts < MAX_ATTEMPTS;
    if (isRetried) this.#attempts.set(run, attempts);
    else this.#attempts.delete(run);
    log.warn(
      { event: 'rescore.interrupted', err: error, run, dataset, scope, again: isRetried },
      isRetried ? 'Rescoring run interrupted; retrying' : 'Rescoring run failed; retry it from the dashboard',
    );
    const details = isRetried ? {} : { error: error instanceof Error ? error.message : String(error) };
    await transitionRunAndNotify(pool, epoch, request, isRetried ? 'REQUEUE' : 'FAIL', details);
    return isRetried;
  }

  async #perform(request: RescoringRequest, signal: AbortSignal): Promise<void> {
    const { pool, log } = this.#context;
    const startedAt = performance.now();
    const scored = await this.#score(request, signal);
    const { order, rescored, shares } = scored;
    await this.#step(request, 'WRITE', { shares });
    if (shares) await dropChunks(pool, request);
    const { datasetKey, scope } = request;
    const setId = await nextSetId(pool);
    const abandon = async (error: unknown): Promise<never> => {
      await this.#retire(setId);
      throw error;
    };
    const checksum = await this.#write(request, setId, scored, signal).catch(abandon);
    const report = { ...rescored, checksum, milliseconds: Math.round(performance.now() - startedAt) };
    const before = await this.#swap(request, scored, setId, report).catch(abandon);
    await reportRescoredWithRetry(this.#context, { ...request, rescored: report }, signal);
    log.info(
      {
        event: 'rescore.completed',
        run: request.runId,
        dataset: datasetKey,
        scope,
        count: order.length,
        setId,
        ms: report.milliseconds,
        shares,
      },
      'Dataset rescored',
    );
    // The run is complete, so a failure must not requeue it or mark it as failed.
    try {
      await analyzeSet(pool, setId);
      if (before !== undefined)
        await storeRankChanges(this.#context, request, scored, { before, after: setId });
    } catch (error) {
      if (error instanceof FencedError) throw error;
      if (signal.aborted) return;
      log.warn(
        { event: 'rescore.rank_changes_failed', err: error, run: request.runId, dataset: datasetKey, scope },
        'Dataset rescored, but its rank changes could not be stored',
      );
    }
  }

  /**
   * Writes the packed set first, so that in-memory readers load it while the checksum is computed, then the
   * table; writing both at the same time would slow both down. Returns the checksum.
   */
  async #write(
    request: RescoringRequest,
    setId: number,
    rows: ScoredDataset,
    signal: AbortSignal,
  ): Promise<string> {
    const { pool, epoch, scoring } = this.#context;
    const { datasetKey, scope } = request;
    const live = (await readLiveSets(pool, [datasetKey])).find((set) => set.scope === scope);
    await storePackedScores(pool, setId, rows, live && { datasetKey, setId, replaces: live.setId });
    const { scoreTenths } = rows.scores;
    const checksum = await scoring.checksum(rows.ids, scoreTenths, rows.order);
    const isRead = live !== undefined && (await waitForReaders(pool, setId));
    const byScore = { ...rows, order: scoreOrder(scoreTenths, rows.order) };
    await writeSet(pool, setId, byScore, progressReporter(pool, epoch, request), signal);
    await attachSet(pool, setId);
    if (isRead) await waitForReaders(pool, setId); // also wait for readers that started late
    return checksum;
  }

  /**
   * Hands an abandoned set over to the sweep, which skips it if it is live. Retries, because for a moment the pool
   * may still provide connections that were lost together with the lock.
   */
  async #retire(setId: number): Promise<void> {
    const { pool, log } = this.#context;
    const limit = performance.now() + RETIRE_TIMEOUT_MS;
    for (;;) {
      try {
        return await retireSet(pool, setId);
      } catch (err) {
        if (performance.now() >= limit)
          return log.warn(
            { event: 'rescore.retire_failed', err, setId },
            'Abandoned score set left for the next engine',
          );
      }
      await pause(RETIRE_RETRY_MS);
    }
  }

  async #score(request: RescoringRequest, signal: AbortSignal): Promise<ScoredDataset> {
    const { dataset, model } = this.#scorer.sourcesOf(request);
    await this.#step(request, 'SCORE', { total: dataset.columns.size, model_hash: model.hash });
    return await this.#scorer.score(request, dataset, signal);
  }

  /**
   * Makes the new set live, corrected for classifications made since it was scored. Returns the id of the
   * previous set.
   */
  async #swap(
    request: RescoringRequest,
    { dataset, model, rescored, order }: ScoredDataset,
    setId: number,
    report: EventData<'CandidatesRescored'>,
  ): Promise<number | undefined> {
    const { pool, epoch, state } = this.#context;
    const { datasetKey, scope } = request;
    const asOf = BigInt(rescored.as_of);
    const outcome = await inEpoch(pool, epoch, async (client, position) => {
      const { rows } = await client.query<{ set_id: number; position: string }>(
        'SELECT set_id, position FROM scoring.live_set WHERE dataset_key = $1 AND scope = $2',
        [datasetKey, scope],
      );
      const [live] = rows;
      const isOlder = live !== undefined && BigInt(live.position) > asOf;
      const details = { scored: order.length, total: order.length, model_hash: model.hash, rescored: report };
      const next = await transitionRun(
        client,
        request.runId,
        isOlder ? 'SUPERSEDE' : 'SWAP',
        isOlder ? {} : details,
      );
      const isSwapped = next === 'swapping';
      if (isSwapped) {
        const candidateIds = dataset.classifications.classifiedSince(asOf);
        await writeScores(client, setId, state, { datasetKey, scope, model, candidateIds });
        await client.query(
          `INSERT INTO scoring.live_set (dataset_key, scope, set_id, model_hash, position) VALUES ($1, $2, $3, $4, $5)
           ON CONFLICT (dataset_key, scope) DO UPDATE
           SET set_id = excluded.set_id, model_hash = excluded.model_hash, position = excluded.position, updated_at = now()`,
          [datasetKey, scope, setId, model.hash, rescored.as_of],
        );
      }
      if (isSwapped && live) await retireSet(client, live.set_id);
      const moved = { logId: epoch.logId, position, clientIds: affectedClients(new Set([scope])) };
      if (isSwapped) await notifyReadModelMoved(client, { model: 'scores', ...moved });
      await notifyReadModelMoved(client, { model: 'runs', ...moved });
      return { isSwapped, before: live?.set_id };
    });
    if (!outcome.isSwapped)
      throw new StoppedError(`Run ${request.runId} ended before its scores were written`);
    this.#scored.add(keyOf(datasetKey, scope));
    return outcome.before;
  }

  async #step(request: RescoringRequest, step: 'SCORE' | 'WRITE', details?: RunDetails): Promise<void> {
    const { pool, epoch } = this.#context;
    const next = await transitionRunAndNotify(pool, epoch, request, step, details);
    if (next === undefined) throw new StoppedError(`Run ${request.runId} does not allow the step ${step}`);
  }
}
