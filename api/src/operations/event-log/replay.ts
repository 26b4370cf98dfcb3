import type { RecordedEvent } from '@landline/event-schemas';
import type { StoredEvent } from '@landline/event-schemas/codec';
import type { OperationsPorts } from '../ports.ts';
import type { Replay, StateChange } from './contract.ts';
import { decodeLogged } from './decode-event.ts';
import { openPersonalFields } from './open-personal-fields.ts';
import { deciderOf, type ReplayDecider } from './replay-deciders.ts';

/** Events read at a time; an event can be as large as a megabyte. */
const PAGE_SIZE = 32;

interface Until {
  readonly revision?: number | undefined;
  readonly position?: string | undefined;
}

/**
 * Returns the state of an entity at a revision or commit position, and what the last event up to that point changed.
 * Without a decider, the state is that event's data. Returns undefined if there is no event up to that point. Throws
 * `UNREADABLE_EVENT`, and the signal's reason if it aborts.
 */
export async function replay(
  ports: Pick<OperationsPorts, 'eventStore' | 'pool'>,
  stream: string,
  until: Until,
  mayReadPersonal: boolean,
  signal: AbortSignal,
): Promise<Replay | undefined> {
  const { eventStore, pool } = ports;
  const lastRevision = await eventStore.readLast(stream, () => undefined);
  const decider = deciderOf(stream);
  let before: unknown;
  let after: unknown = decider?.initialState;
  let last: RecordedEvent | undefined;
  for await (const events of pagesUntil(eventStore, stream, rangeOf(decider, until, lastRevision), signal)) {
    await openPersonalFields(pool, events, mayReadPersonal);
    for (const event of events) {
      before = after;
      after = decider?.evolve(before, event);
      last = event;
    }
  }
  if (last === undefined) return undefined;
  const state = toJson(decider ? after : last.data);
  return {
    stream,
    revision: Number(last.revision),
    lastRevision: Number(lastRevision),
    event: { position: String(last.position), type: last.type, at: last.metadata.at },
    by: decider ? 'decider' : 'event',
    state,
    changes: decider ? differences(toJson(before), state) : [],
  };
}

interface Range {
  readonly from: bigint;
  readonly to: bigint;
  /** Commit position of the last event to read. */
  readonly position: bigint | undefined;
}

/**
 * Returns the events to read: all of them for a decider that folds the stream, which may be large only if the last event is
 * enough for its decider. The event before shows what the last one changed.
 */
function rangeOf(
  decider: ReplayDecider | undefined,
  { revision, position }: Until,
  lastRevision: bigint,
): Range {
  const to = revision !== undefined && BigInt(revision) < lastRevision ? BigInt(revision) : lastRevision;
  if (position !== undefined) return { from: 0n, to, position: BigInt(position) };
  const from = !decider ? to : decider.readsLastEventOnly ? to - 1n : 0n;
  return { from: from < 0n ? 0n : from, to, position: undefined };
}

/** Yields a range of a stream's events in pages. Throws the signal's reason if it aborts. */
async function* pagesUntil(
  eventStore: OperationsPorts['eventStore'],
  stream: string,
  { from, to, position: until }: Range,
  signal: AbortSignal,
): AsyncGenerator<RecordedEvent[]> {
  for (let next = from; next <= to; ) {
    signal.throwIfAborted();
    const events: RecordedEvent[] = [];
    let isPast = false;
    const count = Math.min(PAGE_SIZE, Number(to - next + 1n));
    const visit = (stored: StoredEvent, position = 0n) => {
      isPast ||= until !== undefined && position > until;
      if (!isPast) events.push(decodeLogged(stored, position));
    };
    const last = await eventStore.read(stream, visit, { from: next, count });
    yield events;
    if (isPast || last === -1n) return;
    next = last + 1n;
  }
}

/** Converts to JSON values: maps become objects, sets become arrays. */
function toJson(value: unknown): unknown {
  if (value === undefined) return null;
  if (typeof value === 'bigint') return String(value);
  if (value instanceof Map) return toJson(Object.fromEntries(value));
  if (value instanceof Set) return [...value].map(toJson);
  if (Array.isArray(value)) return value.map(toJson);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(
    ([, each]) => each !== undefined && typeof each !== 'function',
  );
  return Object.fromEntries(entries.map(([key, each]) => [key, toJson(each)]));
}

/** Returns the changed fields by path. */
export function differences(before: unknown, after: unknown, path = ''): StateChange[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (!isObject(before) || !isObject(after)) {
    if (isObject(after) && before === null) return differences({}, after, path);
    if (isObject(before) && after === null) return differences(before, {}, path);
    return [{ path: path || 'state', ...optional('before', before), ...optional('after', after) }];
  }
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
    differences(before[key], after[key], path === '' ? key : `${path}.${key}`),
  );
}

const optional = (name: 'before' | 'after', value: unknown) => (value === undefined ? {} : { [name]: value });

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
