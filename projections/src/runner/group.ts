import { type AllStreamResolvedEvent, type EventStoreDBClient, START } from '@eventstore/db-client';
import { follow, SilentSubscriptionError } from '@landline/event-schemas/follow';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Generation } from './generation.ts';
import { type Reached, reached, readHead, readLogId } from './log.ts';
import { notifyPassed } from './notify.ts';
import { openPersonal } from './personal.ts';

export interface GroupContext {
  readonly pool: Pool;
  readonly client: EventStoreDBClient;
  readonly log: Logger;
  readonly signal: AbortSignal;
  /** Who follows what has to be decided anew. */
  readonly onChange: (why: string) => void;
  /** This generation's writes fail while others succeed: it has left the group so as not to hold them up. */
  readonly onSetAside: (generation: Generation) => void;
  /** A batch was written. */
  readonly onHandled: () => void;
}

/** Events count 1, an import's chunk counts its rows: what bounds the memory of a batch is what it holds. */
const MAX_BATCH = 10_000;
/** While there is a way to go, a batch waits this long to be filled. */
const LINGER_MS = 100;
/** While events come faster than one by one, it waits in proportion to what a batch costs, and no longer than this. */
const PRESSED_LINGER_MS = 50;
const PRESSED_FACTOR = 2;

/**
 * Feeds some generations from one subscription to `$all`, for as long as the signal allows. Those that are being built
 * take their places when they have caught up.
 */
export async function runGroup(context: GroupContext, initial: readonly Generation[]): Promise<void> {
  const { pool, client, log, signal, onChange } = context;
  const members = new Set(initial);
  const types = new Set(initial.flatMap(({ projector }) => Object.keys(projector.on)));
  let caughtUp = false;

  await follow<AllStreamResolvedEvent, Reached>({
    signal,
    maxBatch: MAX_BATCH,
    weigh: weightOf,
    take: (item) => reached(item, types),
    linger: (pressedMs) => (caughtUp ? Math.min(PRESSED_LINGER_MS, PRESSED_FACTOR * pressedMs) : LINGER_MS),
    subscribe: async () => {
      await assertSameLog(client, members, onChange);
      await Promise.all([...members].map((generation) => generation.load()));
      await recordHead(pool, client, members);
      const position = lowest(members);
      log.debug({ members: [...members].map(nameOf), position: String(position) }, 'following');
      const subscription = client.subscribeToAll({
        fromPosition: position < 0n ? START : { commit: position, prepare: position },
      });
      caughtUp = false;
      subscription.on('caughtUp', () => {
        caughtUp = true;
        arrive(context, members).catch((error) => subscription.destroy(error));
      });
      return subscription;
    },
    handle: async (items) => {
      const upTo = items.findLast(({ position }) => position >= 0n)?.position ?? -1n;
      const events = items.flatMap(({ event }) => event ?? []);
      const opened = await openPersonal(pool, events);
      const idle = await advanceAll(context, members, (generation) => generation.advance(opened, upTo));
      await notifyPassed(
        pool,
        idle.filter(({ live }) => live).map((generation) => generation.passed()),
      );
      await takePlaces(context, members);
      context.onHandled();
    },
    onBreak: (error) => {
      if (error instanceof SilentSubscriptionError) log.debug({ err: error }, 'subscribing again');
      else log.warn({ err: error, members: [...members].map(nameOf) }, 'following broke off');
    },
  });
}

/** Returns the generations that were idle. One that fails while others do not is set aside; if all fail, it throws. */
async function advanceAll(
  { log, onSetAside }: GroupContext,
  members: Set<Generation>,
  advance: (generation: Generation) => Promise<'written' | 'idle'>,
): Promise<Generation[]> {
  const all = [...members];
  const results = await Promise.allSettled(all.map(advance));
  const failed = all.filter((_, index) => results[index]?.status === 'rejected');
  for (const [index, generation] of all.entries()) {
    const result = results[index];
    if (result?.status !== 'rejected') continue;
    if (failed.length === all.length) throw result.reason;
    log.warn({ err: result.reason, projector: nameOf(generation) }, 'set aside');
    members.delete(generation);
    onSetAside(generation);
  }
  return all.filter((_, index) => {
    const result = results[index];
    return result?.status === 'fulfilled' && result.value === 'idle';
  });
}

/** The server has sent everything; what of it is not handled yet ends at the head of the log. */
async function arrive(context: GroupContext, members: ReadonlySet<Generation>): Promise<void> {
  const head = await readHead(context.client);
  for (const generation of members) generation.goal ??= head;
  await takePlaces(context, members);
}

/** Swaps in what has caught up. */
export async function takePlaces(
  { log, onChange }: Pick<GroupContext, 'log' | 'onChange'>,
  members: Iterable<Generation>,
): Promise<void> {
  const swapped: string[] = [];
  for (const generation of members) {
    if (await generation.takePlace()) swapped.push(nameOf(generation));
  }
  if (swapped.length === 0) return;
  log.info({ swapped }, 'read models swapped in');
  onChange('swapped');
}

async function assertSameLog(
  client: EventStoreDBClient,
  members: Iterable<Generation>,
  onChange: GroupContext['onChange'],
): Promise<void> {
  const logId = await readLogId(client);
  for (const generation of members) {
    if (generation.logId === logId) continue;
    onChange('another log');
    throw new Error(`The log is ${logId ?? 'empty'}, no longer ${generation.logId}`);
  }
}

/** For whoever looks at the progress of what is being built. */
async function recordHead(
  pool: Pool,
  client: EventStoreDBClient,
  members: Iterable<Generation>,
): Promise<void> {
  const head = await readHead(client);
  for (const { projector, generation } of members) {
    await pool.query(
      'UPDATE read.checkpoint SET head = greatest(head, $3) WHERE projector = $1 AND generation = $2',
      [projector.name, generation, head],
    );
  }
}

function lowest(members: Iterable<Generation>): bigint {
  const [first, ...rest] = [...members].map(({ position }) => position);
  return rest.reduce((least, position) => (position < least ? position : least), first ?? -1n);
}

function weightOf({ event }: AllStreamResolvedEvent): number {
  const rows = (event?.data as { rows?: unknown } | undefined)?.rows;
  return Array.isArray(rows) ? Math.max(1, rows.length) : 1;
}

const nameOf = ({ projector, generation }: Generation): string => `${projector.name}/${generation}`;
