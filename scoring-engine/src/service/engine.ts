import type {
  AllStreamRecordedEvent,
  AllStreamResolvedEvent,
  EventStoreDBClient,
} from '@eventstore/db-client';
import { EVERYONE, streams } from '@landline/event-schemas';
import { exclusive } from '@landline/event-schemas/exclusive';
import { follow, SilentSubscriptionError } from '@landline/event-schemas/follow';
import { breaker } from '@landline/event-schemas/hold';
import type { Lock } from '@landline/event-schemas/lock';
import { pause } from '@landline/event-schemas/pause';
import { tracedForEach } from '@landline/event-schemas/tracing';
import type { Kafka } from 'kafkajs';
import type pg from 'pg';
import type { Logger } from 'pino';
import { DEFAULT_MODEL, modelHash } from '../model.ts';
import type { ScoringPool } from '../pool/pool.ts';
import { ShareOut } from '../sharing/share-out.ts';
import { takePart } from '../sharing/take-part.ts';
import { activate, advance } from './advance.ts';
import { defaultModelEventId } from './ids.ts';
import { takeEngineLock } from './lock.ts';
import { appendFirst, readLogId } from './log.ts';
import { replay, takeStored } from './replay.ts';
import { Runner, type RunnerContext } from './runner.ts';
import { noConsequences, ScoringState } from './state.ts';
import { sweep } from './sweep.ts';
import { Teacher } from './teacher.ts';

export interface EngineOptions {
  readonly databaseUrl: string;
  readonly pool: pg.Pool;
  readonly client: EventStoreDBClient;
  readonly scoring: ScoringPool;
  readonly log: Logger;
  readonly signal: AbortSignal;
  /** Where engines share runs: with it, one that stands by keeps the columns too. */
  readonly sharing?: { readonly kafka: Kafka; readonly engineId: string } | undefined;
}

/** What this process has read of the log: it outlives the loss of the database, and of the lock. */
interface Known {
  state: ScoringState | undefined;
}

const RETRY_MS = 250;
const MAX_RETRY_MS = 5_000;
const SWEEP_MS = 5_000;
/** Events count 1, an import's chunk counts its rows. */
const MAX_BATCH = 5_000;

/**
 * Keeps scores up to date until the signal: survives the loss of the database and of the event store, and stands by while
 * another engine is active. The schema must have been migrated.
 */
export async function runEngine(options: EngineOptions): Promise<void> {
  const { pool, log, signal, sharing } = options;
  const known: Known = { state: undefined };
  if (sharing === undefined) return await takeTurns(options, known);
  const shareOut = new ShareOut({ pool, log, ...sharing });
  const taking = takePart({ pool, log, signal, ...sharing, state: () => known.state });
  await takeTurns(options, known, shareOut);
  await Promise.allSettled([taking, shareOut.close()]);
}

/** Active or standing by, by the lock. */
async function takeTurns(options: EngineOptions, known: Known, shareOut?: ShareOut): Promise<void> {
  const { log, signal } = options;
  const breakPool = breaker(options.pool);
  let delay = RETRY_MS;
  while (!signal.aborted) {
    try {
      const lock = await standBy(options, known, shareOut !== undefined);
      lock.lost.addEventListener('abort', breakPool, { once: true });
      try {
        const active = { ...options, signal: AbortSignal.any([signal, lock.lost]) };
        const state = await openState(active, known);
        delay = RETRY_MS;
        await beActive(active, state, shareOut);
      } finally {
        lock.lost.removeEventListener('abort', breakPool); // to release it is no loss
        await lock.release();
      }
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, 'the scoring engine begins again');
    }
    await pause(delay, signal);
    delay = Math.min(delay * 2, MAX_RETRY_MS);
  }
}

/** Waits for the lock; who shares runs follows the log meanwhile. */
async function standBy(options: EngineOptions, known: Known, shares: boolean): Promise<Lock> {
  const { databaseUrl, signal } = options;
  if (!shares) return await takeEngineLock(databaseUrl, signal);
  const over = new AbortController();
  const keeping = keepUp({ ...options, signal: AbortSignal.any([signal, over.signal]) }, known);
  try {
    return await takeEngineLock(databaseUrl, signal);
  } finally {
    over.abort();
    await keeping;
  }
}

/** Takes what the log says until the signal, and does nothing about it. */
async function keepUp(options: EngineOptions, known: Known): Promise<void> {
  const { log, signal } = options;
  while (!signal.aborted) {
    try {
      const state = await openState(options, known);
      await followAll(options, state, async (events) => {
        for (const event of events) takeStored(state, event, event.position.commit, log);
      });
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, 'the log is not followed while standing by');
    }
    await pause(RETRY_MS, signal);
  }
}

/** What the log says up to its present end. Waits for the log's first event; publishes the default model in a new one. */
async function openState({ client, log, signal }: EngineOptions, known: Known): Promise<ScoringState> {
  let logId = await readLogId(client);
  while (logId === undefined) {
    await pause(RETRY_MS, signal);
    signal.throwIfAborted();
    logId = await readLogId(client);
  }
  const hash = modelHash(DEFAULT_MODEL);
  // The model is JSON: a record of what its schema says.
  const model = DEFAULT_MODEL as unknown as Record<string, unknown>;
  await appendFirst(client, streams.trainingModel(EVERYONE), defaultModelEventId(logId, hash), {
    type: 'ScoringModelPublished',
    data: { scope: EVERYONE, model_hash: hash, model },
  });
  if (known.state?.logId !== logId) known.state = new ScoringState(logId);
  const { state } = known;
  const startedAt = performance.now();
  await replay(client, state, log, signal);
  const candidates = [...state.datasets.values()].reduce((sum, { columns }) => sum + columns.size, 0);
  log.info({ candidates, ms: Math.round(performance.now() - startedAt) }, 'log read');
  return state;
}

/** Follows the log and works off what it asks for, until anything of it fails. */
async function beActive(options: EngineOptions, state: ScoringState, shareOut?: ShareOut): Promise<void> {
  const over = new AbortController();
  const signal = AbortSignal.any([options.signal, over.signal]);
  const alone = exclusive();
  const { epoch, outstanding } = await activate(options, state);
  const context: RunnerContext = { ...options, state, alone, epoch, shareOut };
  const runner = new Runner(context);
  for (const need of outstanding) runner.want(need);
  const teacher = new Teacher(context);
  teacher.want(state.scopes());
  options.log.info(
    { epoch: epoch.epoch, position: String(state.position), runs: outstanding.length },
    'active',
  );
  const parts = [
    runner.work(signal),
    teacher.work(signal),
    followLog({ ...options, signal }, context, { runner, teacher }),
    sweepNowAndThen({ ...options, signal }),
  ];
  try {
    await Promise.race(parts);
  } finally {
    over.abort();
    await Promise.allSettled(parts);
  }
}

async function followLog(
  options: EngineOptions,
  context: RunnerContext,
  { runner, teacher }: { runner: Runner; teacher: Teacher },
): Promise<void> {
  const { state, alone } = context;
  await followAll(options, state, async (events) => {
    const consequences = noConsequences();
    const asking: AllStreamRecordedEvent[] = [];
    await alone(async () => {
      for (const event of events) {
        const taken = takeStored(state, event, event.position.commit, options.log);
        consequences.judged.push(...(taken?.judged ?? []));
        consequences.needs.push(...(taken?.needs ?? []));
        for (const scope of taken?.untaught ?? []) consequences.untaught.add(scope);
        if (taken && taken.judged.length + taken.needs.length > 0) asking.push(event);
      }
      await tracedForEach('score', asking, () => advance(context, consequences));
    });
    for (const need of consequences.needs) runner.want(need);
    teacher.want(consequences.untaught);
  });
}

/** Hands over every event after the state's position, until the signal. Rejects when one cannot be taken. */
async function followAll(
  { client, log, signal }: EngineOptions,
  state: ScoringState,
  take: (events: AllStreamRecordedEvent[]) => Promise<void>,
): Promise<void> {
  const over = new AbortController();
  let failure: { error: unknown } | undefined;
  const fail = (error: unknown) => {
    failure = { error };
    over.abort();
  };
  await follow<AllStreamResolvedEvent>({
    signal: AbortSignal.any([signal, over.signal]),
    maxBatch: MAX_BATCH,
    weigh: ({ event }) => rowsOf(event?.data),
    subscribe: async () => {
      const logId = await readLogId(client);
      if (logId !== state.logId) fail(new Error(`The log is ${logId ?? 'empty'}, no longer ${state.logId}`));
      // Everything, since readers wait for the checkpoint to pass whatever they did last.
      return client.subscribeToAll({ fromPosition: { commit: state.position, prepare: state.position } });
    },
    handle: async (items) => {
      try {
        await take(items.flatMap(({ event }) => event ?? []));
      } catch (error) {
        // Taken, but not written: what is missing is found out by beginning again.
        fail(error);
        throw error;
      }
    },
    onBreak: (error) => {
      if (error instanceof SilentSubscriptionError) log.debug({ err: error }, 'subscribing again');
      else if (!failure) log.warn({ err: error }, 'following broke off');
    },
  });
  if (failure) throw failure.error;
}

async function sweepNowAndThen({ databaseUrl, log, signal }: EngineOptions): Promise<void> {
  while (!signal.aborted) {
    await sweep(databaseUrl, signal).catch((error) => log.debug({ err: error }, 'sweep interrupted'));
    await pause(SWEEP_MS, signal);
  }
}

function rowsOf(data: unknown): number {
  const rows = (data as { rows?: unknown } | undefined)?.rows;
  return Array.isArray(rows) ? Math.max(1, rows.length) : 1;
}
