import type { RecordedEvent } from '@landline/event-schemas';
import type { OperationsPorts } from '../ports.ts';
import type { Replay, StateChange } from './contract.ts';
import { decodeLogged } from './decode-event.ts';
import { openPersonalFields } from './open-personal-fields.ts';
import { deciderOf, type ReplayDecider } from './replay-deciders.ts';

/** Reads a stream's events up to a revision or commit position, and its last revision. */
async function readStream(
  { eventStore }: Pick<OperationsPorts, 'eventStore'>,
  stream: string,
  until: { revision?: number | undefined; position?: string | undefined },
): Promise<{ events: RecordedEvent[]; lastRevision: number }> {
  const events: RecordedEvent[] = [];
  const last = await eventStore.read(stream, (stored, position) => {
    if (until.revision !== undefined && stored.revision > BigInt(until.revision)) return;
    if (until.position !== undefined && (position ?? 0n) > BigInt(until.position)) return;
    events.push(decodeLogged(stored, position ?? 0n));
  });
  return { events, lastRevision: Number(last) };
}

/**
 * Returns the state of an entity at a revision or commit position, and what the last event up to that point changed.
 * Without a decider, the state is that event's data. Returns undefined if there is no event up to that point. Throws
 * `UNREADABLE_EVENT`.
 */
export async function replay(
  ports: Pick<OperationsPorts, 'eventStore' | 'pool'>,
  stream: string,
  until: { revision?: number | undefined; position?: string | undefined },
  mayReadPersonal: boolean,
): Promise<Replay | undefined> {
  const { events, lastRevision } = await readStream(ports, stream, until);
  const last = events.at(-1);
  if (last === undefined) return undefined;
  await openPersonalFields(ports.pool, events, mayReadPersonal);
  const decider = deciderOf(stream);
  return {
    stream,
    revision: Number(last.revision),
    lastRevision,
    event: { position: String(last.position), type: last.type, at: last.metadata.at },
    ...(decider
      ? { by: 'decider', ...replayEvents(decider, events) }
      : { by: 'event', state: toJson(last.data), changes: [] }),
  };
}

function replayEvents({ initialState, evolve }: ReplayDecider, events: readonly RecordedEvent[]) {
  let before: unknown = initialState;
  let after: unknown = initialState;
  for (const event of events) {
    before = after;
    after = evolve(before, event);
  }
  const state = toJson(after);
  return { state, changes: differences(toJson(before), state) };
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
