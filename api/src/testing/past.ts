import { randomUUID } from 'node:crypto';
import { type DomainEvent, SYSTEM } from '@landline/event-schemas';
import { encodeEvent } from '@landline/event-schemas/codec';
import { seal, subjectsOf } from '@landline/event-schemas/personal';
import { keysFor } from '../commands/subject-keys.ts';
import type { Deps } from '../deps.ts';

/** Events of a stream that happened when it is said: what no command could write. Returns the position of the last. */
export async function happenedAt(
  { eventStore, pool }: Pick<Deps, 'eventStore' | 'pool'>,
  stream: string,
  at: string,
  ...events: DomainEvent[]
): Promise<bigint> {
  const keys = await keysFor(pool, subjectsOf(events));
  const id = randomUUID();
  const encoded = events.map((event) => ({
    id: randomUUID(),
    // `seal` keeps what is beside the data.
    ...seal(
      { ...encodeEvent(event, { actor: SYSTEM, correlationId: id, commandId: id, at }), type: event.type },
      keys,
    ),
  }));
  return (await eventStore.append(stream, encoded, 'any')).position;
}
