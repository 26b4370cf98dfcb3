import type { RecordedEvent } from '@landline/event-schemas';
import { decodeEvent } from '@landline/event-schemas/codec';
import { subjectsOf } from '@landline/event-schemas/personal';
import { openPersonalData } from '@landline/runtime/crypto/personal-data';
import { readKeys } from '../commands/subject-keys.ts';
import type { PlatformPorts } from '../ports.ts';

/** Reads the events at these commit positions in the given order and decrypts personal fields that are not erased. */
export async function eventsAt(
  { eventStore, pool }: Pick<PlatformPorts, 'eventStore' | 'pool'>,
  positions: readonly bigint[],
): Promise<RecordedEvent[]> {
  const storedEvents = await Promise.all(positions.map((position) => eventStore.readAt(position)));
  const events = storedEvents.flatMap((event, index) => {
    const decodedEvent = event && decodeEvent(event, positions[index] ?? 0n);
    return decodedEvent ? [decodedEvent] : [];
  });
  const keys = await readKeys(pool, subjectsOf(events));
  return events.map((event) => openPersonalData(event, keys));
}
