import { randomUUID } from 'node:crypto';
import { type Actor, type DomainEvent, SYSTEM } from '@landline/event-schemas';
import { encodeEvent } from '@landline/event-schemas/codec';
import { subjectsOf } from '@landline/event-schemas/personal';
import { sealPersonalData } from '@landline/runtime/crypto/personal-data';
import { ensureKeys } from '../platform/commands/subject-keys.ts';
import type { Ports } from '../ports.ts';

type PastEventPorts = Pick<Ports, 'eventStore' | 'pool'>;

/** Appends events with a time in the past, which commands cannot do. Returns the position of the last one. */
export const appendPastEvents = (
  ports: PastEventPorts,
  stream: string,
  at: string,
  ...events: DomainEvent[]
): Promise<bigint> =>
  appendDatedEvents(
    ports,
    stream,
    events.map((event) => ({ event, at })),
    SYSTEM,
  );

/** Appends events like `appendPastEvents`, with a time for each event. */
export async function appendDatedEvents(
  { eventStore, pool }: PastEventPorts,
  stream: string,
  entries: readonly { event: DomainEvent; at: string }[],
  actor: Actor,
): Promise<bigint> {
  const keys = await ensureKeys(pool, subjectsOf(entries.map(({ event }) => event)));
  const id = randomUUID();
  const encoded = entries.map(({ event, at }) => ({
    id: randomUUID(),
    ...sealPersonalData(
      { ...encodeEvent(event, { actor, correlationId: id, commandId: id, at }), type: event.type },
      keys,
    ),
  }));
  return (await eventStore.append(stream, encoded, 'any')).position;
}
