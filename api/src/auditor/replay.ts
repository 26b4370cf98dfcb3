import type { RecordedEvent } from '@landline/event-schemas';
import { decodeEvent } from '@landline/event-schemas/codec';
import type { Deps } from '../deps.ts';
import type { Replay, StateChange } from './contract.ts';
import { makeReadable } from './readable.ts';
import { type Replayable, replayableOf } from './replayed.ts';

/** The events of a stream up to a revision, or up to a commit position, and what comes after. */
async function readStream(
  { eventStore }: Pick<Deps, 'eventStore'>,
  stream: string,
  until: { revision?: number | undefined; position?: string | undefined },
): Promise<{ events: RecordedEvent[]; lastRevision: number }> {
  const events: RecordedEvent[] = [];
  const last = await eventStore.read(stream, (stored, position) => {
    if (until.revision !== undefined && stored.revision > BigInt(until.revision)) return;
    if (until.position !== undefined && (position ?? 0n) > BigInt(until.position)) return;
    const event = decodeEvent(stored, position ?? 0n);
    if (event) events.push(event);
  });
  return { events, lastRevision: Number(last) };
}

/**
 * The state of an entity as it was, and what the last event on the way there made different; what that event says, where
 * no decider remembers anything. Undefined: no such event.
 */
export async function replay(
  deps: Pick<Deps, 'eventStore' | 'pool'>,
  stream: string,
  until: { revision?: number | undefined; position?: string | undefined },
  mayRead: boolean,
): Promise<Replay | undefined> {
  const { events, lastRevision } = await readStream(deps, stream, until);
  const last = events.at(-1);
  if (last === undefined) return undefined;
  await makeReadable(deps.pool, events, mayRead);
  const decider = replayableOf(stream);
  return {
    stream,
    revision: Number(last.revision),
    lastRevision,
    event: { position: String(last.position), type: last.type, at: last.metadata.at },
    ...(decider
      ? { by: 'decider', ...replayed(decider, events) }
      : { by: 'event', state: plain(last.data), changes: [] }),
  };
}

function replayed({ initialState, evolve }: Replayable, events: readonly RecordedEvent[]) {
  let before: unknown = initialState;
  let after: unknown = initialState;
  for (const event of events) {
    before = after;
    after = evolve(before, event);
  }
  const state = plain(after);
  return { state, changes: differences(plain(before), state) };
}

/** As JSON can say it: maps become objects, sets lists. */
function plain(value: unknown): unknown {
  if (value === undefined) return null;
  if (typeof value === 'bigint') return String(value);
  if (value instanceof Map) return plain(Object.fromEntries(value));
  if (value instanceof Set) return [...value].map(plain);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(
    ([, each]) => each !== undefined && typeof each !== 'function',
  );
  return Object.fromEntries(entries.map(([key, each]) => [key, plain(each)]));
}

/** What became of each field, by its path. */
export function differences(before: unknown, after: unknown, path = ''): StateChange[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (!isObject(before) || !isObject(after)) {
    if (isObject(after) && before === null) return differences({}, after, path);
    if (isObject(before) && after === null) return differences(before, {}, path);
    return [{ path: path || 'state', ...told('before', before), ...told('after', after) }];
  }
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
    differences(before[key], after[key], path === '' ? key : `${path}.${key}`),
  );
}

const told = (name: 'before' | 'after', value: unknown) => (value === undefined ? {} : { [name]: value });

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
