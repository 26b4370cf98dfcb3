import type { EventStoreDBClient } from '@eventstore/db-client';
import { exclusive } from '@landline/event-schemas/exclusive';
import { breaker } from '@landline/event-schemas/hold';
import { pause } from '@landline/event-schemas/pause';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Projector } from '../projector.ts';
import { CheckpointMovedError } from './failure.ts';
import { Generation } from './generation.ts';
import { runGroup, takePlaces } from './group.ts';
import { readEvent, readLogId } from './log.ts';
import type { ParkedEvent } from './parking.ts';
import { openPersonal } from './personal.ts';
import { makePlan, type Planned } from './plan.ts';
import { sweep } from './sweep.ts';
import { openWatch, type Watch } from './watch.ts';

export interface RunOptions {
  readonly projectors: readonly Projector[];
  readonly databaseUrl: string;
  readonly pool: Pool;
  readonly client: EventStoreDBClient;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

const CHORES_MS = 1_000;
const RETRY_MS = 250;
const MAX_RETRY_MS = 5_000;

/**
 * Keeps the read models up to date until the signal: survives the loss of the database and of the event store, and
 * stands by for projectors that another process runs. The schema must have been migrated.
 */
export async function runProjectors(options: RunOptions): Promise<void> {
  const { log, signal } = options;
  const breakPool = breaker(options.pool);
  let delay = RETRY_MS;
  while (!signal.aborted) {
    try {
      await onWatch(options, breakPool, () => {
        delay = RETRY_MS;
      });
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, 'projections wait for the database and the event store');
    }
    await pause(delay, signal);
    delay = Math.min(delay * 2, MAX_RETRY_MS);
  }
}

/** Runs for as long as the connection lasts that holds the locks. */
async function onWatch(options: RunOptions, onLost: () => void, onSuccess: () => void): Promise<void> {
  const { projectors, client } = options;
  let onRequest = () => {};
  const watch = await openWatch(options.databaseUrl, options.signal, () => onRequest());
  watch.lost.addEventListener('abort', onLost, { once: true });
  const signal = AbortSignal.any([options.signal, watch.lost]);
  try {
    while (!signal.aborted) {
      await watch.acquire(projectors.map(({ name }) => name));
      const logId = await readLogId(client);
      onSuccess();
      if (logId === undefined) await pause(RETRY_MS, signal);
      else {
        await round({ ...options, signal }, watch, logId, (listener) => {
          onRequest = listener;
        });
      }
    }
  } finally {
    watch.lost.removeEventListener('abort', onLost); // closing it is no loss
    await watch.close();
  }
}

/** From one plan to the next: a swap, a lock, a request or another log end the round, and the database is asked again. */
async function round(
  options: RunOptions,
  watch: Watch,
  logId: string,
  listen: (onRequest: () => void) => void,
): Promise<void> {
  const { pool, log } = options;
  const over = new AbortController();
  const signal = AbortSignal.any([options.signal, over.signal]);
  const held = options.projectors.filter(({ name }) => watch.held.has(name));
  const plan = await makePlan(pool, held, logId);
  const generation = (live: boolean) => (planned: Planned) =>
    new Generation(pool, log, planned.projector, planned.checkpoint, live);
  const live = plan.live.map(generation(true));
  const building = plan.building.map(generation(false));
  const all = [...live, ...building];

  const groups: Promise<void>[] = [];
  const onChange = (why: string) => {
    log.debug({ why }, 'planning again');
    over.abort();
  };
  const start = (members: readonly Generation[], onHandled = () => {}) => {
    if (members.length === 0) return;
    // What was set aside and works again goes back to the others: one subscription is enough.
    const onSetAside = (one: Generation) => start([one], () => onChange('recovered'));
    groups.push(runGroup({ ...options, signal, onChange, onSetAside, onHandled }, members));
  };
  start(live);
  // What begins at the first event shares one subscription; what was interrupted does not wait for it.
  start(building.filter(({ position }) => position < 0n));
  start(building.filter(({ position }) => position >= 0n));
  const sweeping = sweep(pool, plan.retired, signal).catch((error) =>
    log.warn({ err: error }, 'sweep failed'),
  );

  const alone = exclusive();
  const chores = () =>
    alone(async () => {
      if (signal.aborted) return;
      for (const one of all) await one.flush();
      await takePlaces({ log, onChange }, building);
      if (await answerRequests(options, all)) onChange('rebuild requested');
      if (await watch.acquire(options.projectors.map(({ name }) => name))) onChange('lock acquired');
    }).catch((error) => {
      log.debug({ err: error }, 'chores failed');
      if (error instanceof CheckpointMovedError) onChange(error.message);
    });
  listen(chores);
  const timer = setInterval(chores, CHORES_MS);
  void chores();

  await aborted(signal);
  clearInterval(timer);
  listen(() => undefined);
  await alone(async () => undefined);
  await Promise.all(groups);
  await sweeping;
  // The next start then has nothing to go through again.
  await Promise.allSettled(all.map((one) => one.flush()));
}

/** Replays what was asked for; true when a rebuild is wanted. */
async function answerRequests(
  { pool, client }: Pick<RunOptions, 'pool' | 'client'>,
  generations: readonly Generation[],
): Promise<boolean> {
  const names = generations.map(({ projector }) => projector.name);
  const { rows } = await pool.query<{ id: string; projector: string; kind: 'rebuild' | 'replay' }>(
    'SELECT id, projector, kind FROM read.projector_request WHERE projector = ANY($1) ORDER BY id',
    [names],
  );
  const read = async (place: ParkedEvent) => {
    const [event] = await openPersonal(pool, [await readEvent(client, place)]);
    if (event === undefined) throw new Error(`${place.stream}@${place.revision} was not read`);
    return event;
  };
  for (const { id, projector, kind } of rows) {
    if (kind === 'rebuild') continue;
    for (const one of generations) {
      if (one.projector.name === projector) await one.replayParked(read);
    }
    await pool.query('DELETE FROM read.projector_request WHERE id = $1', [id]);
  }
  return rows.some(({ kind }) => kind === 'rebuild');
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
