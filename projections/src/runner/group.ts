import { type AllStreamResolvedEvent, type EventStoreDBClient, START } from '@eventstore/db-client';
import { follow, SilentSubscriptionError } from '@landline/event-schemas/follow';
import { tracedForEach } from '@landline/event-schemas/tracing';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { handles } from '../projector.ts';
import type { Batch, Generation } from './generation.ts';
import { type LogEvent, type Reached, reached, readHead, readLogId } from './log.ts';
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
const MAX_BATCH = 20_000;
/** While there is a way to go, a batch waits this long to be filled, and no longer than until the log's end is reached. */
const LINGER_MS = 500;
/** While events come faster than one by one, it waits in proportion to what a batch costs, and no longer than this. */
const PRESSED_LINGER_MS = 50;
const PRESSED_FACTOR = 2;

/** Of requests that one line names. */
const MOST_IDS = 100;

/**
 * Feeds some generations from one subscription to `$all`, for as long as the signal allows. Those that are being built
 * take their places when they have caught up.
 */
export async function runGroup(context: GroupContext, initial: readonly Generation[]): Promise<void> {
  const { pool, client, log, signal, onChange } = context;
  const members = new Set(initial);
  const types = new Set(initial.flatMap(({ projector }) => Object.keys(projector.on)));
  let caughtUp = false;
  /** The batch before: while there is a way to go, the next is read, opened and folded in the meantime. */
  let writing: Promise<void> = Promise.resolve();

  await follow<AllStreamResolvedEvent, Reached>({
    signal,
    maxBatch: MAX_BATCH,
    weigh: weightOf,
    take: (item) => reached(item, types),
    linger: (pressedMs) => (caughtUp ? Math.min(PRESSED_LINGER_MS, PRESSED_FACTOR * pressedMs) : LINGER_MS),
    subscribe: async () => {
      await Promise.allSettled([writing]);
      writing = Promise.resolve();
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
        writing.then(() => arrive(context, members)).catch((error) => subscription.destroy(error));
      });
      return subscription;
    },
    handle: async (items) => {
      const upTo = items.findLast(({ position }) => position >= 0n)?.position ?? -1n;
      const events = items.flatMap(({ event }) => event ?? []);
      const opened = await openPersonal(pool, events);
      const batches = foldAll(members, opened, upTo);
      await writing;
      const concerned = opened.map(({ event }) => event);
      tell(log, caughtUp ? 'info' : 'debug', upTo, concerned);
      writing = tracedForEach('project', concerned, () => writeAll(context, members, batches));
      writing.catch(() => undefined); // the next batch, or whoever subscribes again, is told
      if (caughtUp) await writing;
    },
    onBreak: (error) => {
      if (error instanceof SilentSubscriptionError) log.debug({ err: error }, 'subscribing again');
      else log.warn({ err: error, members: [...members].map(nameOf) }, 'following broke off');
    },
  });
}

/** Says which requests are being projected, a line for not too many of them. */
function tell(
  log: Logger,
  level: 'info' | 'debug',
  upTo: bigint,
  events: readonly LogEvent['event'][],
): void {
  if (events.length === 0 || !log.isLevelEnabled(level)) return;
  const all = [...new Set(events.flatMap((event) => event?.metadata.correlationId ?? []))];
  for (let from = 0; from < Math.max(all.length, 1); from += MOST_IDS) {
    const correlationIds = all.slice(from, from + MOST_IDS);
    log[level]({ upTo: String(upTo), correlationIds }, 'projecting');
  }
}

/** What a batch comes to for each generation, given the events that it handles. */
function foldAll(
  members: Iterable<Generation>,
  events: readonly LogEvent[],
  upTo: bigint,
): ReadonlyMap<Generation, Batch> {
  const shares = [...members].map((generation) => ({ generation, share: [] as LogEvent[] }));
  const takers = new Map<string, (typeof shares)[number][]>();
  for (const event of events) {
    let taking = takers.get(event.type);
    if (taking === undefined) {
      taking = shares.filter(({ generation }) => handles(generation.projector, event.type));
      takers.set(event.type, taking);
    }
    for (const { share } of taking) share.push(event);
  }
  return new Map(shares.map(({ generation, share }) => [generation, generation.fold(share, upTo)]));
}

async function writeAll(
  context: GroupContext,
  members: Set<Generation>,
  batches: ReadonlyMap<Generation, Batch>,
): Promise<void> {
  const idle = await advanceAll(context, members, batches);
  await notifyPassed(
    context.pool,
    idle.filter(({ live }) => live).map((generation) => generation.passed()),
  );
  await takePlaces(context, members);
  context.onHandled();
}

/** Returns the generations that were idle. One that fails while others do not is set aside; if all fail, it throws. */
async function advanceAll(
  { log, onSetAside }: GroupContext,
  members: Set<Generation>,
  batches: ReadonlyMap<Generation, Batch>,
): Promise<Generation[]> {
  const all = [...batches].filter(([generation]) => members.has(generation));
  const results = await Promise.allSettled(all.map(([generation, batch]) => generation.advance(batch)));
  const failures = results.filter(({ status }) => status === 'rejected').length;
  const idle: Generation[] = [];
  for (const [index, [generation]] of all.entries()) {
    const result = results[index];
    if (result?.status === 'rejected') {
      if (failures === all.length) throw result.reason;
      log.warn({ err: result.reason, projector: nameOf(generation) }, 'set aside');
      members.delete(generation);
      onSetAside(generation);
    } else if (result?.value === 'idle') idle.push(generation);
  }
  return idle;
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
