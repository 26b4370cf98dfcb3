import { type AllStreamResolvedEvent, type EventStoreDBClient, START } from '@eventstore/db-client';
import { rowCountOf } from '@landline/event-schemas/row-count';
import { follow, SilentSubscriptionError } from '@landline/runtime/event-log/follow';
import { notifyPositionsMoved } from '@landline/runtime/postgres/read-model-moved';
import { tracedForEach } from '@landline/runtime/tracing/tracing';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { handles } from '../projector.ts';
import { decryptPersonalData } from './decrypt-personal-data.ts';
import type { Batch, Generation } from './generation.ts';
import { type LogEntry, type LogEvent, readHead, readLogId, readSkipped, toLogEntry } from './read-log.ts';

interface GroupContext {
  readonly pool: Pool;
  readonly client: EventStoreDBClient;
  readonly log: Logger;
  readonly signal: AbortSignal;
  /** Called when the assignment of generations to groups must be decided again. */
  readonly onChange: (reason: string) => void;
  /**
   * Called when this generation's writes fail while others succeed; it has left the group so that it does not
   * delay them.
   */
  readonly onIsolated: (generation: Generation) => void;
  /** Called after each written batch. */
  readonly onHandled: () => void;
}

/** Maximum weight of a batch, which bounds memory: an event weighs 1, a chunk of a file its number of rows. */
const MAX_BATCH = 20_000;
/** Maximum wait for a batch to fill while catching up, in milliseconds; reaching the end of the log ends the wait. */
const LINGER_MS = 500;
/** Maximum wait under live load, in milliseconds; the wait is proportional to the duration of the last batch. */
const MAX_LIVE_LINGER_MS = 50;
const LIVE_LINGER_FACTOR = 2;

/** Maximum number of correlation ids in a log line. */
const MAX_IDS = 100;

/**
 * Feeds generations from one subscription to `$all` until the signal aborts. Generations being built go
 * live when they have caught up.
 */
export async function runGroup(context: GroupContext, initial: readonly Generation[]): Promise<void> {
  const { pool, client, log, signal, onChange } = context;
  const members = new Set(initial);
  const types = new Set(initial.flatMap(({ projector }) => Object.keys(projector.on)));
  let caughtUp = false;
  /** The previous batch: while catching up, the next one is read, decrypted and folded during its write. */
  let writing: Promise<void> = Promise.resolve();

  await follow<AllStreamResolvedEvent, LogEntry>({
    signal,
    maxBatch: MAX_BATCH,
    weigh: ({ event }) => rowCountOf(event?.data),
    positionOf: ({ event }) => event?.position.commit,
    take: (item) => toLogEntry(item, types),
    linger: (lastBatchMs) =>
      caughtUp ? Math.min(MAX_LIVE_LINGER_MS, LIVE_LINGER_FACTOR * lastBatchMs) : LINGER_MS,
    subscribe: async () => {
      await Promise.allSettled([writing]);
      writing = Promise.resolve();
      await assertSameLog(client, members, onChange);
      await Promise.all(
        [...members].map(async (generation) =>
          generation.load(await readSkipped(client, generation.projector.name)),
        ),
      );
      await recordHead(pool, client, members);
      const position = lowestPosition(members);
      log.debug(
        { event: 'projections.subscribed', members: [...members].map(nameOf), position: String(position) },
        'Subscribed to the event log',
      );
      const subscription = client.subscribeToAll({
        fromPosition: position < 0n ? START : { commit: position, prepare: position },
      });
      caughtUp = false;
      subscription.on('caughtUp', () => {
        caughtUp = true;
        writing.then(() => onCaughtUp(context, members)).catch((error) => subscription.destroy(error));
      });
      return subscription;
    },
    handle: async (items) => {
      const upTo = items.findLast(({ position }) => position >= 0n)?.position ?? -1n;
      const events = items.flatMap(({ event }) => event ?? []);
      const opened = await decryptPersonalData(pool, events);
      const batches = foldAll(members, opened, upTo);
      await writing;
      const handled = opened.map(({ event }) => event);
      logRequests(log, caughtUp ? 'info' : 'debug', upTo, handled);
      writing = tracedForEach('project', handled, () => writeAll(context, members, batches));
      writing.catch(() => undefined); // the next batch, or the resubscription, reports it
      if (caughtUp) await writing;
    },
    onBreak: (error) => {
      if (error instanceof SilentSubscriptionError)
        log.debug({ event: 'projections.subscription_silent', err: error }, 'Resubscribing to the event log');
      else
        log.warn(
          { event: 'projections.group_interrupted', err: error, members: [...members].map(nameOf) },
          'Projectors stopped handling events; retrying',
        );
    },
  });
}

/** Logs the correlation ids of the requests being projected, in as many lines as needed. */
function logRequests(
  log: Logger,
  level: 'info' | 'debug',
  upTo: bigint,
  events: readonly LogEvent['event'][],
): void {
  if (events.length === 0 || !log.isLevelEnabled(level)) return;
  const all = [...new Set(events.flatMap((event) => event?.metadata.correlationId ?? []))];
  for (let from = 0; from < Math.max(all.length, 1); from += MAX_IDS) {
    const correlationIds = all.slice(from, from + MAX_IDS);
    log[level](
      { event: 'projections.projecting', upTo: String(upTo), correlationIds },
      'Projecting the events of these requests',
    );
  }
}

/** Folds a batch for each generation from the events that it handles. */
function foldAll(
  members: Iterable<Generation>,
  events: readonly LogEvent[],
  upTo: bigint,
): ReadonlyMap<Generation, Batch> {
  const shares = [...members].map((generation) => ({ generation, share: [] as LogEvent[] }));
  const sharesByType = new Map<string, (typeof shares)[number][]>();
  for (const event of events) {
    let sharesOfType = sharesByType.get(event.type);
    if (sharesOfType === undefined) {
      sharesOfType = shares.filter(({ generation }) => handles(generation.projector, event.type));
      sharesByType.set(event.type, sharesOfType);
    }
    for (const { share } of sharesOfType) share.push(event);
  }
  return new Map(shares.map(({ generation, share }) => [generation, generation.fold(share, upTo)]));
}

async function writeAll(
  context: GroupContext,
  members: Set<Generation>,
  batches: ReadonlyMap<Generation, Batch>,
): Promise<void> {
  const idle = await advanceAll(context, members, batches);
  await notifyPositionsMoved(
    context.pool,
    idle.filter(({ live }) => live).map((generation) => generation.unchangedNotification()),
  );
  await promoteCaughtUp(context, members);
  context.onHandled();
}

/**
 * Returns the idle generations. A generation that fails while others succeed is set aside; if all fail,
 * throws.
 */
async function advanceAll(
  { log, onIsolated }: GroupContext,
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
      log.warn(
        { event: 'projections.isolated', err: result.reason, projector: nameOf(generation) },
        'The projector failed; it continues on a separate subscription',
      );
      members.delete(generation);
      onIsolated(generation);
    } else if (result?.value === 'idle') idle.push(generation);
  }
  return idle;
}

/** Handles the end of a catch-up: the server has sent everything up to the head of the log. */
async function onCaughtUp(context: GroupContext, members: ReadonlySet<Generation>): Promise<void> {
  const head = await readHead(context.client);
  for (const generation of members) generation.goal ??= head;
  await promoteCaughtUp(context, members);
}

/** Makes caught-up generations live. */
export async function promoteCaughtUp(
  { log, onChange }: Pick<GroupContext, 'log' | 'onChange'>,
  members: Iterable<Generation>,
): Promise<void> {
  const swapped: string[] = [];
  for (const generation of members) {
    if (await generation.promote()) swapped.push(nameOf(generation));
  }
  if (swapped.length === 0) return;
  log.info({ event: 'projections.went_live', swapped }, 'Rebuilt read models are live');
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
    throw new Error(
      `The event store contains another log: ${logId ?? 'an empty one'} instead of ${generation.logId}`,
    );
  }
}

/** Stores the head of the log, for progress displays. */
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

function lowestPosition(members: Iterable<Generation>): bigint {
  const [first, ...others] = [...members].map(({ position }) => position);
  return others.reduce((lowest, position) => (position < lowest ? position : lowest), first ?? -1n);
}

const nameOf = ({ projector, generation }: Generation): string => `${projector.name}/${generation}`;
