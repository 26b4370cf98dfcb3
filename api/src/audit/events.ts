import type { RecordedEvent } from '@landline/event-schemas';
import { decodeEvent } from '@landline/event-schemas/codec';
import { open, subjectsOf } from '@landline/event-schemas/personal';
import { keysOf } from '../commands/subject-keys.ts';
import type { Deps } from '../deps.ts';

/** The events at these commit positions, in this order, with their personal fields readable as far as they are not erased. */
export async function eventsAt(
  { eventStore, pool }: Pick<Deps, 'eventStore' | 'pool'>,
  positions: readonly bigint[],
): Promise<RecordedEvent[]> {
  const stored = await Promise.all(positions.map((position) => eventStore.readAt(position)));
  const events = stored.flatMap((event, index) => {
    const decoded = event && decodeEvent(event, positions[index] ?? 0n);
    return decoded ? [decoded] : [];
  });
  const keys = await keysOf(pool, subjectsOf(events));
  return events.map((event) => open(event, keys));
}
