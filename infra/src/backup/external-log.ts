import { BACKWARDS, END, FORWARDS, StreamNotFoundError } from '@eventstore/db-client';
import { streams } from '@landline/event-schemas';
import { withEventStore } from '@landline/runtime/event-store/connection';

/** Identifies the last event that a backup covers, in an external log with its own backup. */
interface KnownEvent {
  readonly position: string;
  readonly eventId: string;
}

/** Reads the last event of Landline in the log. Throws if there is none. */
export async function readLastEvent(eventStoreUrl: string): Promise<KnownEvent> {
  return await withEventStore(eventStoreUrl, async (client) => {
    for await (const { event } of client.readAll({ direction: BACKWARDS, fromPosition: END })) {
      if (event !== undefined && !event.type.startsWith('$'))
        return { position: String(event.position.commit), eventId: event.id };
    }
    throw new Error('The event store contains no event of Landline');
  });
}

/** Returns whether the log contains an anchor. */
export async function isAnchored(eventStoreUrl: string): Promise<boolean> {
  return await withEventStore(eventStoreUrl, async (client) => {
    try {
      return (await Array.fromAsync(client.readStream(streams.anchors(), { maxCount: 1 }))).length > 0;
    } catch (error) {
      if (error instanceof StreamNotFoundError) return false;
      throw error;
    }
  });
}

/** Rejects unless the log has this event at this position. */
export async function assertHasEvent(
  eventStoreUrl: string,
  { position, eventId }: KnownEvent,
): Promise<void> {
  const commit = BigInt(position);
  const actualId = await withEventStore(eventStoreUrl, async (client) => {
    const fromPosition = { commit, prepare: commit };
    const page = await Array.fromAsync(client.readAll({ direction: FORWARDS, fromPosition, maxCount: 1 }));
    return page.find(({ event }) => event?.position.commit === commit)?.event?.id;
  });
  if (actualId === eventId) return;
  const reason = actualId === undefined ? 'has no event there' : `has another event there, ${actualId}`;
  throw new Error(
    `Not restored: the backup ends at position ${position} with event ${eventId}, and the log of EVENTSTORE_URL ${reason}; restore the backup of that event store first`,
  );
}
