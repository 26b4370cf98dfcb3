import type { EventStoreDBClient } from '@eventstore/db-client';
import type { EventData } from '@landline/event-schemas';
import { pause } from '@landline/event-schemas/pause';
import { parentOf, traced } from '@landline/event-schemas/tracing';
import type pg from 'pg';
import type { Logger } from 'pino';
import { dropChunks } from '../sharing/chunk-table.ts';
import { announceStubbornly } from './announce.ts';
import { type Epoch, inEpoch } from './epoch.ts';
import { keepPacked, untilReadAhead } from './hand-over.ts';
import { audienceOf, readLiveSets, writeScores } from './in-place.ts';
import { keepMoves } from './moves.ts';
import { notifyMoved } from './notify.ts';
import { type Details, findUntold, progressReporter, takeStep, takeStepAlone } from './run-table.ts';
import { scoreOrder } from './score-order.ts';
import { analyzeSet, attachSet, nextSetId, writeSet } from './score-set.ts';
import { type Scored, Scorer, type ScorerContext } from './scorer.ts';
import { keyOf, type Need } from './state.ts';
import { retireSet } from './sweep.ts';
import { DisplacedError, isPassing } from './transaction.ts';

export interface RunnerContext extends ScorerContext {
  readonly pool: pg.Pool;
  readonly client: EventStoreDBClient;
  readonly epoch: Epoch;
  readonly log: Logger;
}

/** A run stops where it is: its row says why. */
class StoppedError extends Error {
  readonly code = 'RUN_STOPPED';
}

const MAX_ATTEMPTS = 8;
const RETRY_MS = 250;
const MAX_RETRY_MS = 5_000;
const RETIRE_MS = 1_500;

/**
 * Scores whole datasets again, one run at a time: two at once would only share the processors and the disk. What a row of
 * `scoring.run` says is what counts: a run that was cancelled or superseded there stops at its next step.
 */
export class Runner {
  readonly #context: RunnerContext;
  readonly #scorer: Scorer;
  readonly #queue = new Map<string, Need>();
  /** Datasets in a scope that have scores to be seen. */
  readonly #shown = new Set<string>();
  readonly #attempts = new Map<string, number>();
  #running: { need: Need; stop: AbortController } | undefined;
  #wake = () => {};

  constructor(context: RunnerContext) {
    this.#context = context;
    this.#scorer = new Scorer(context);
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
      if (signal.aborted) return true;
      if (error instanceof DisplacedError) throw error;
      const isStopped = error instanceof StoppedError || stop.signal.reason instanceof StoppedError;
      if (isStopped) log.info(name, 'run stopped');
      const again = !isStopped && (await this.#interrupted(need, error));
      // Its swap went through and was not answered, or it was cancelled while the log could not be told.
      const untold = await findUntold(pool, epoch, need.runId);
      if (untold) await announceStubbornly(this.#context, untold, signal);
      return untold !== undefined || !again;
    } finally {
      this.#running = undefined;
    }
  }

  /** Queues a run once more, or gives it up; whether it is to be tried again. */
  async #interrupted(need: Need, error: unknown): Promise<boolean> {
    const { log, pool, epoch } = this.#context;
    const { runId: run, datasetKey: dataset, scope } = need;
    const attempts = (this.#attempts.get(run) ?? 0) + 1;
    const again = isPassing(error) && attempts < MAX_ATTEMPTS;
    if (again) this.#attempts.set(run, attempts);
    else this.#attempts.delete(run);
    log.warn({ err: error, run, dataset, scope, again }, 'run interrupted');
    const details = again ? {} : { error: error instanceof Error ? error.message : String(error) };
    await takeStepAlone(pool, epoch, need, again ? 'REQUEUE' : 'FAIL', details);
    return again;
  }

  async #perform(need: Need, signal: AbortSignal): Promise<void> {
    const { pool, log } = this.#context;
    const startedAt = performance.now();
    const scored = await this.#score(need, signal);
    const { order, rescored, shares } = scored;
    await this.#step(need, 'WRITE', { shares });
    if (shares) await dropChunks(pool, need);
    const { datasetKey, scope } = need;
    const setId = await nextSetId(pool);
    const giveUp = async (error: unknown): Promise<never> => {
      await this.#retire(setId);
      throw error;
    };
    const checksum = await this.#write(need, setId, scored, signal).catch(giveUp);
    const told = { ...rescored, checksum, milliseconds: Math.round(performance.now() - startedAt) };
    const before = await this.#swap(need, scored, setId, told).catch(giveUp);
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
    if (before !== undefined) await keepMoves(pool, need.runId, scored, { before, after: setId });
  }

  /**
   * First for those who keep scores in memory, who take theirs while the checksum is made, then for all others: at the same
   * time they would be in each other's way. Resolves with the checksum.
   */
  async #write(need: Need, setId: number, rows: Scored, signal: AbortSignal): Promise<string> {
    const { pool, epoch, scoring } = this.#context;
    const { datasetKey, scope } = need;
    const live = (await readLiveSets(pool, [datasetKey])).find((set) => set.scope === scope);
    await keepPacked(pool, setId, rows, live && { datasetKey, setId, replaces: live.setId });
    const { scoreTenths } = rows.scores;
    const checksum = await scoring.checksum(rows.ids, scoreTenths, rows.order);
    const isRead = live !== undefined && (await untilReadAhead(pool, setId));
    const byScore = { ...rows, order: scoreOrder(scoreTenths, rows.order) };
    await writeSet(pool, setId, byScore, progressReporter(pool, epoch, need), signal);
    await attachSet(pool, setId);
    if (isRead) await untilReadAhead(pool, setId); // by those, too, who began late
    return checksum;
  }

  /**
   * Hands a set that was given up to the sweep, which leaves it alone if it is live. For a moment the pool hands out
   * connections that were lost together with the lock.
   */
  async #retire(setId: number): Promise<void> {
    const { pool, log } = this.#context;
    const limit = performance.now() + RETIRE_MS;
    for (;;) {
      try {
        return await retireSet(pool, setId);
      } catch (err) {
        if (performance.now() >= limit)
          return log.warn({ err, setId }, 'the next engine has to retire a set');
      }
      await pause(RETRY_MS);
    }
  }

  async #score(need: Need, signal: AbortSignal): Promise<Scored> {
    const { dataset, model } = this.#scorer.wanted(need);
    await this.#step(need, 'SCORE', { total: dataset.columns.size, model_hash: model.hash });
    return await this.#scorer.score(need, dataset, signal);
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
      if (isIn && live) await retireSet(client, live.set_id);
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
