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
import { findUnreported, progressReporter, type RunDetails, takeStep, takeStepAlone } from './run-table.ts';
import type { RunnerContext } from './runner-context.ts';
import { scoreOrder } from './score-order.ts';
import { analyzeSet, attachSet, nextSetId, writeSet } from './score-set.ts';
import { type ScoredDataset, Scorer } from './scorer.ts';
import { keyOf, type RescoringNeed } from './state.ts';
import { retireSet } from './sweep.ts';

/** Ends a run; its row holds the reason. */
class StoppedError extends Error {
  readonly code = 'RUN_STOPPED';
}

const MAX_ATTEMPTS = 8;
const RETIRE_RETRY_MS = 250;
const RETIRE_MS = 1_500;

/**
 * Rescores whole datasets, one run at a time: two at once would only share processors and disk. The row in
 * `scoring.run` is authoritative: a run canceled or superseded there stops at its next step.
 */
export class Runner {
  readonly #context: RunnerContext;
  readonly #scorer: Scorer;
  readonly #queue = new Map<string, RescoringNeed>();
  /** Datasets and scopes that have visible scores. */
  readonly #scored = new Set<string>();
  readonly #attempts = new Map<string, number>();
  #running: { need: RescoringNeed; stop: AbortController } | undefined;
  readonly #queued = new EventEmitter();

  constructor(context: RunnerContext) {
    this.#context = context;
    this.#scorer = new Scorer(context);
  }

  /** Queues the run of a need, replacing an older one, or stops it. Its row must exist. */
  enqueue(need: RescoringNeed): void {
    const key = keyOf(need.datasetKey, need.scope);
    if (need.cancelled) {
      if (this.#queue.get(key)?.runId === need.runId) this.#queue.delete(key);
      if (this.#running?.need.runId === need.runId) this.#running.stop.abort(new StoppedError());
      return;
    }
    this.#queue.set(key, need);
    this.#queued.emit('need');
  }

  /** Processes the queue until the signal is aborted. Rejects when another engine has become active. */
  async work(signal: AbortSignal): Promise<void> {
    const backoff = new Backoff();
    for (const { datasetKey, scope } of await readLiveSets(this.#context.pool))
      this.#scored.add(keyOf(datasetKey, scope));
    while (!signal.aborted) {
      const next = this.#next();
      if (next === undefined) {
        await once(this.#queued, 'need', { signal }).catch(() => undefined); // aborted: the loop ends
        continue;
      }
      const [key, need] = next;
      this.#queue.delete(key);
      if (await this.#attempt(need, signal)) backoff.reset();
      else {
        if (!this.#queue.has(key)) this.#queue.set(key, need);
        await backoff.wait(signal);
      }
    }
  }

  /**
   * Datasets without scores in their scope go first: their users do not see their own classifications yet.
   */
  #next(): [key: string, need: RescoringNeed] | undefined {
    const queue = [...this.#queue];
    return queue.find(([key]) => !this.#scored.has(key)) ?? queue[0];
  }

  /** Returns false when the run has to be retried. */
  async #attempt(need: RescoringNeed, signal: AbortSignal): Promise<boolean> {
    const { log, pool, epoch } = this.#context;
    const stop = new AbortController();
    this.#running = { need, stop };
    const name = { run: need.runId, dataset: need.datasetKey, scope: need.scope };
    try {
      const parent = parentOf(need.traceparent);
      const over = AbortSignal.any([signal, stop.signal]);
      await traced({ name: 'rescore', kind: 'consumer', parent }, () => this.#perform(need, over));
      return true;
    } catch (error) {
      if (signal.aborted) return true;
      if (error instanceof FencedError) throw error;
      const isStopped = error instanceof StoppedError || stop.signal.reason instanceof StoppedError;
      if (isStopped) log.info({ event: 'rescore.stopped', ...name }, 'Rescoring run stopped');
      const again = !isStopped && (await this.#interrupted(need, error));
      // The swap committed but its answer was lost, or the run was canceled before it could be reported.
      const unreported = await findUnreported(pool, epoch, need.runId);
      if (unreported) await reportRescoredWithRetry(this.#context, unreported, signal);
      return unreported !== undefined || !again;
    } finally {
      this.#running = undefined;
    }
  }

  /** Queues a failed run again or marks it as failed; returns true for a retry. */
  async #interrupted(need: RescoringNeed, error: unknown): Promise<boolean> {
    const { log, pool, epoch } = this.#context;
    const { runId: run, datasetKey: dataset, scope } = need;
    const attempts = (this.#attempts.get(run) ?? 0) + 1;
    const again = isTransientError(error) && attempts < MAX_ATTEMPTS;
    if (again) this.#attempts.set(run, attempts);
    else this.#attempts.delete(run);
    log.warn(
      { event: 'rescore.interrupted', err: error, run, dataset, scope, again },
      again ? 'Rescoring run interrupted; retrying' : 'Rescoring run failed; retry it from the dashboard',
    );
    const details = again ? {} : { error: error instanceof Error ? error.message : String(error) };
    await takeStepAlone(pool, epoch, need, again ? 'REQUEUE' : 'FAIL', details);
    return again;
  }

  async #perform(need: RescoringNeed, signal: AbortSignal): Promise<void> {
    const { pool, log } = this.#context;
    const startedAt = performance.now();
    const scored = await this.#score(need, signal);
    const { order, rescored, shares } = scored;
    await this.#step(need, 'WRITE', { shares });
    if (shares) await dropChunks(pool, need);
    const { datasetKey, scope } = need;
    const setId = await nextSetId(pool);
    const abandon = async (error: unknown): Promise<never> => {
      await this.#retire(setId);
      throw error;
    };
    const checksum = await this.#write(need, setId, scored, signal).catch(abandon);
    const report = { ...rescored, checksum, milliseconds: Math.round(performance.now() - startedAt) };
    const before = await this.#swap(need, scored, setId, report).catch(abandon);
    await reportRescoredWithRetry(this.#context, { ...need, rescored: report }, signal);
    log.info(
      {
        event: 'rescore.completed',
        run: need.runId,
        dataset: datasetKey,
        scope,
        count: order.length,
        setId,
        ms: report.milliseconds,
        shares,
      },
      'Dataset rescored',
    );
    await analyzeSet(pool, setId);
    if (before !== undefined) await storeRankChanges(pool, need.runId, scored, { before, after: setId });
  }

  /**
   * Writes the packed set first, so that in-memory readers load it while the checksum is computed, then the
   * table: both at once would slow each other down. Returns the checksum.
   */
  async #write(
    need: RescoringNeed,
    setId: number,
    rows: ScoredDataset,
    signal: AbortSignal,
  ): Promise<string> {
    const { pool, epoch, scoring } = this.#context;
    const { datasetKey, scope } = need;
    const live = (await readLiveSets(pool, [datasetKey])).find((set) => set.scope === scope);
    await storePackedScores(pool, setId, rows, live && { datasetKey, setId, replaces: live.setId });
    const { scoreTenths } = rows.scores;
    const checksum = await scoring.checksum(rows.ids, scoreTenths, rows.order);
    const isRead = live !== undefined && (await waitForReaders(pool, setId));
    const byScore = { ...rows, order: scoreOrder(scoreTenths, rows.order) };
    await writeSet(pool, setId, byScore, progressReporter(pool, epoch, need), signal);
    await attachSet(pool, setId);
    if (isRead) await waitForReaders(pool, setId); // covers readers that began late
    return checksum;
  }

  /**
   * Hands an abandoned set to the sweep, which skips it if it is live. Retries, because the pool briefly
   * hands out connections that were lost with the lock.
   */
  async #retire(setId: number): Promise<void> {
    const { pool, log } = this.#context;
    const limit = performance.now() + RETIRE_MS;
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

  async #score(need: RescoringNeed, signal: AbortSignal): Promise<ScoredDataset> {
    const { dataset, model } = this.#scorer.sourcesOf(need);
    await this.#step(need, 'SCORE', { total: dataset.columns.size, model_hash: model.hash });
    return await this.#scorer.score(need, dataset, signal);
  }

  /**
   * Makes the new set live, corrected for classifications made since it was scored. Returns the id of the
   * previous set.
   */
  async #swap(
    need: RescoringNeed,
    { dataset, model, rescored, order }: ScoredDataset,
    setId: number,
    report: EventData<'CandidatesRescored'>,
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
      const details = { scored: order.length, total: order.length, model_hash: model.hash, rescored: report };
      const next = await takeStep(client, need.runId, isOlder ? 'SUPERSEDE' : 'SWAP', isOlder ? {} : details);
      const isIn = next === 'swapping';
      if (isIn) {
        const candidateIds = dataset.classifications.classifiedSince(asOf);
        await writeScores(client, setId, state, { datasetKey, scope, model, candidateIds });
        await client.query(
          `INSERT INTO scoring.live_set (dataset_key, scope, set_id, model_hash, position) VALUES ($1, $2, $3, $4, $5)
           ON CONFLICT (dataset_key, scope) DO UPDATE
           SET set_id = excluded.set_id, model_hash = excluded.model_hash, position = excluded.position, updated_at = now()`,
          [datasetKey, scope, setId, model.hash, rescored.as_of],
        );
      }
      if (isIn && live) await retireSet(client, live.set_id);
      const moved = { logId: epoch.logId, position, clientIds: affectedClients(new Set([scope])) };
      if (isIn) await notifyReadModelMoved(client, { model: 'scores', ...moved });
      await notifyReadModelMoved(client, { model: 'runs', ...moved });
      return { isIn, before: live?.set_id };
    });
    if (!outcome.isIn) throw new StoppedError(`Run ${need.runId} ended before its scores were written`);
    this.#scored.add(keyOf(datasetKey, scope));
    return outcome.before;
  }

  async #step(need: RescoringNeed, step: 'SCORE' | 'WRITE', details?: RunDetails): Promise<void> {
    const { pool, epoch } = this.#context;
    const next = await takeStepAlone(pool, epoch, need, step, details);
    if (next === undefined) throw new StoppedError(`Run ${need.runId} does not allow the step ${step}`);
  }
}
