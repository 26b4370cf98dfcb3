import {
  type AllStreamRecordedEvent,
  type AllStreamResolvedEvent,
  type EventStoreDBClient,
  NO_STREAM,
} from '@eventstore/db-client';
import { EVERYONE, streams } from '@landline/event-schemas';
import { rowCountOf } from '@landline/event-schemas/row-count';
import { follow, SilentSubscriptionError } from '@landline/runtime/event-log/follow';
import { acquireLock, type Lock } from '@landline/runtime/postgres/advisory-lock';
import { connectionBreaker } from '@landline/runtime/postgres/monitored-connection';
import { pause } from '@landline/runtime/process/pause';
import { trackProgress } from '@landline/runtime/process/progress';
import { createSerialQueue } from '@landline/runtime/process/serial-queue';
import { tracedForEach } from '@landline/runtime/tracing/tracing';
import type { Kafka } from 'kafkajs';
import pg from 'pg';
import type { Logger } from 'pino';
import { consumeChunks } from '../distributed/chunk-consumer.ts';
import { ChunkCoordinator } from '../distributed/chunk-coordinator.ts';
import { DEFAULT_MODEL, modelHash } from '../model.ts';
import type { ScoringPool } from '../pool/pool.ts';
import { activateEngine, applyConsequences } from './apply-events.ts';
import { Backoff } from './backoff.ts';
import { appendAt, readLogId } from './event-log.ts';
import { defaultModelEventId } from './name-based-ids.ts';
import { applyStored, replay } from './replay.ts';
import { Runner } from './runner.ts';
import type { RunnerContext } from './runner-context.ts';
import { noConsequences, ScoringState } from './state.ts';
import { reportSweepFailure, sweep } from './sweep.ts';
import { Trainer } from './trainer.ts';

interface EngineOptions {
  readonly databaseUrl: string;
  readonly pool: pg.Pool;
  readonly client: EventStoreDBClient;
  readonly scoring: ScoringPool;
  readonly log: Logger;
  readonly signal: AbortSignal;
  /** Enables distributed scoring, in which a standby engine keeps its columns up to date and scores chunks. */
  readonly distribution?: { readonly kafka: Kafka; readonly engineId: string } | undefined;
}

/** State read from the log; survives the loss of the database and of the lock. */
interface EngineMemory {
  state: ScoringState | undefined;
}

const RETRY_MS = 250;
const SWEEP_MS = 5_000;
/** Maximum weight of a batch: an event weighs 1, a chunk of a file its number of rows. */
const MAX_BATCH = 5_000;

/**
 * Keeps scores up to date until the signal is aborted. Reconnects after it loses the database or the event
 * store, and stands by while another engine is active. Requires a migrated schema.
 */
export async function runEngine(options: EngineOptions): Promise<void> {
  const { pool, log, signal, distribution } = options;
  const memory: EngineMemory = { state: undefined };
  if (distribution === undefined) return await runUntilAborted(options, memory);
  const coordinator = new ChunkCoordinator({ pool, log, ...distribution });
  const consuming = consumeChunks({ pool, log, signal, ...distribution, state: () => memory.state });
  await runUntilAborted(options, memory, coordinator);
  await Promise.allSettled([consuming, coordinator.close()]);
}

/** Alternates between standby and active, depending on the lock. */
async function runUntilAborted(
  options: EngineOptions,
  memory: EngineMemory,
  coordinator?: ChunkCoordinator,
): Promise<void> {
  const { log, signal } = options;
  const breakPool = connectionBreaker(options.pool);
  const backoff = new Backoff();
  const progress = trackProgress();
  while (!signal.aborted) {
    try {
      const lock = await waitForLock(options, memory, coordinator !== undefined);
      lock.lost.addEventListener('abort', breakPool, { once: true });
      try {
        const active = { ...options, signal: AbortSignal.any([signal, lock.lost]) };
        const state = await openState(active, memory);
        backoff.reset();
        await runActive(active, state, coordinator, () => progress.followed(state.position));
      } finally {
        lock.lost.removeEventListener('abort', breakPool); // not a loss: this engine releases the lock
        await lock.release();
      }
    } catch (error) {
      if (!signal.aborted) {
        progress.failed(error);
        log.warn(
          { event: 'engine.restarting', err: error },
          'Scoring interrupted; the engine restarts its work',
        );
      }
    }
    await backoff.wait(signal);
  }
  progress.end();
}

/** Waits until no other engine is active. Rejects if the connection is lost, or with the signal's reason. */
async function takeEngineLock(databaseUrl: string, signal: AbortSignal): Promise<Lock> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'scoring engine lock',
    connectionTimeoutMillis: 10_000,
  });
  return await acquireLock(client, 'landline: scoring engine', signal);
}

/** Waits for the lock. With distributed scoring, follows the log while waiting. */
async function waitForLock(
  options: EngineOptions,
  memory: EngineMemory,
  isDistributed: boolean,
): Promise<Lock> {
  const { databaseUrl, signal } = options;
  if (!isDistributed) return await takeEngineLock(databaseUrl, signal);
  const stop = new AbortController();
  const following = followWhileStandby(
    { ...options, signal: AbortSignal.any([signal, stop.signal]) },
    memory,
  );
  try {
    return await takeEngineLock(databaseUrl, signal);
  } finally {
    stop.abort();
    await following;
  }
}

/** Applies events to the state until the signal is aborted, without writing scores. */
async function followWhileStandby(options: EngineOptions, memory: EngineMemory): Promise<void> {
  const { log, signal } = options;
  while (!signal.aborted) {
    try {
      const state = await openState(options, memory);
      await followAll(options, state, async (events) => {
        for (const event of events) applyStored(state, event, event.position.commit, log);
      });
    } catch (error) {
      if (!signal.aborted)
        log.warn(
          { event: 'engine.standby_interrupted', err: error },
          'Standby engine lost the event log; reconnecting',
        );
    }
    await pause(RETRY_MS, signal);
  }
}

/**
 * Reads the log to its current end. Waits for the first event of an empty log, and publishes the default model.
 */
async function openState(
  { client, log, signal }: EngineOptions,
  memory: EngineMemory,
): Promise<ScoringState> {
  let logId = await readLogId(client);
  while (logId === undefined) {
    await pause(RETRY_MS, signal);
    signal.throwIfAborted();
    logId = await readLogId(client);
  }
  const hash = modelHash(DEFAULT_MODEL);
  // The event's type requires plain JSON, not the model's own type.
  const model = DEFAULT_MODEL as unknown as Record<string, unknown>;
  await appendAt(
    client,
    streams.trainingModel(EVERYONE),
    defaultModelEventId(logId, hash),
    { type: 'ScoringModelPublished', data: { scope: EVERYONE, model_hash: hash, model } },
    NO_STREAM,
  );
  if (memory.state?.logId !== logId) memory.state = new ScoringState(logId);
  const { state } = memory;
  const startedAt = performance.now();
  await replay(client, state, log, signal);
  const candidates = [...state.datasets.values()].reduce((sum, { columns }) => sum + columns.size, 0);
  log.info(
    { event: 'engine.log_read', candidates, ms: Math.round(performance.now() - startedAt) },
    'Read the event log',
  );
  return state;
}

/** Follows the log, rescores, trains and sweeps until one of these fails. */
async function runActive(
  options: EngineOptions,
  state: ScoringState,
  coordinator: ChunkCoordinator | undefined,
  onActive: () => void,
): Promise<void> {
  const stop = new AbortController();
  const signal = AbortSignal.any([options.signal, stop.signal]);
  const runExclusive = createSerialQueue();
  const { epoch, outstanding } = await activateEngine(options, state);
  const context: RunnerContext = { ...options, state, runExclusive, epoch, coordinator };
  const runner = new Runner(context);
  for (const request of outstanding) runner.enqueue(request);
  const trainer = new Trainer(context);
  trainer.enqueue(state.scopes());
  options.log.info(
    {
      event: 'engine.active',
      epoch: epoch.epoch,
      position: String(state.position),
      runs: outstanding.length,
    },
    'This scoring engine is active',
  );
  onActive();
  const tasks = [
    runner.work(signal),
    trainer.work(signal),
    followLog({ ...options, signal }, context, { runner, trainer }),
    sweepPeriodically({ ...options, signal }),
  ];
  try {
    await Promise.race(tasks);
  } finally {
    stop.abort();
    await Promise.allSettled(tasks);
  }
}

async function followLog(
  options: EngineOptions,
  context: RunnerContext,
  { runner, trainer }: { runner: Runner; trainer: Trainer },
): Promise<void> {
  const { state, runExclusive } = context;
  await followAll(options, state, async (events) => {
    const consequences = noConsequences();
    const relevant: AllStreamRecordedEvent[] = [];
    await runExclusive(async () => {
      for (const event of events) {
        const before = consequences.classified.length + consequences.requests.length;
        applyStored(state, event, event.position.commit, options.log, consequences);
        if (consequences.classified.length + consequences.requests.length > before) relevant.push(event);
      }
      await tracedForEach('score', relevant, () => applyConsequences(context, consequences));
    });
    for (const request of consequences.requests) runner.enqueue(request);
    trainer.enqueue(consequences.scopesToTrain);
  });
}

/**
 * Passes every event after the state's position to `handleEvents` until the signal is aborted. Rejects when
 * `handleEvents` fails.
 */
async function followAll(
  { client, log, signal }: EngineOptions,
  state: ScoringState,
  handleEvents: (events: AllStreamRecordedEvent[]) => Promise<void>,
): Promise<void> {
  const stop = new AbortController();
  let failure: { error: unknown } | undefined;
  const fail = (error: unknown) => {
    failure = { error };
    stop.abort();
  };
  await follow<AllStreamResolvedEvent>({
    signal: AbortSignal.any([signal, stop.signal]),
    maxBatch: MAX_BATCH,
    weigh: ({ event }) => rowCountOf(event?.data),
    positionOf: ({ event }) => event?.position.commit,
    subscribe: async () => {
      const logId = await readLogId(client);
      if (logId !== state.logId)
        fail(new Error(`The event log changed from ${state.logId} to ${logId ?? 'an empty one'}`));
      // No filter: readers wait for the checkpoint to pass their last event, whatever its type.
      return client.subscribeToAll({ fromPosition: { commit: state.position, prepare: state.position } });
    },
    handle: async (items) => {
      try {
        await handleEvents(items.flatMap(({ event }) => event ?? []));
      } catch (error) {
        // The events are in the state, but their scores are not written; a restart writes the missing ones.
        fail(error);
        throw error;
      }
    },
    onBreak: (error) => {
      if (error instanceof SilentSubscriptionError)
        log.debug({ event: 'engine.resubscribing', err: error }, 'Subscription silent; resubscribing');
      else if (!failure)
        log.warn(
          { event: 'engine.subscription_lost', err: error },
          'Event log subscription lost; resubscribing',
        );
    },
  });
  if (failure) throw failure.error;
}

async function sweepPeriodically({ databaseUrl, log, signal }: EngineOptions): Promise<void> {
  while (!signal.aborted) {
    await sweep(databaseUrl, signal, log).catch((error) => {
      if (!signal.aborted) reportSweepFailure(log, error);
    });
    await pause(SWEEP_MS, signal);
  }
}
