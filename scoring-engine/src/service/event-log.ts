import {
  type AppendExpectedRevision,
  BACKWARDS,
  END,
  type EventStoreDBClient,
  FORWARDS,
  jsonEvent,
  NO_STREAM,
  START,
  StreamNotFoundError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { type DomainEvent, SYSTEM, streams } from '@landline/event-schemas';
import { encodeEvent, type StoredEvent } from '@landline/event-schemas/codec';
import { within } from '@landline/runtime/process/within';
import { traceparent } from '@landline/runtime/tracing/tracing';

const DEADLINE_MS = 5_000;

/** Returns the id of the log; undefined before its first event. */
export const readLogId = (client: EventStoreDBClient): Promise<string | undefined> =>
  logIdIn(readStream(client, streams.log(), 'first'));

/** Returns the id of the log from the first event of its stream. */
export async function logIdIn(events: AsyncIterable<StoredEvent>): Promise<string | undefined> {
  for await (const event of events) {
    if (event.type === 'LogCreated') return (event.data as { log_id: string }).log_id;
  }
  return undefined;
}

/**
 * Appends an event unless its stream contains it already. The event is stored exactly once despite concurrent
 * attempts and lost responses, because the append expects the revision up to which the id was searched.
 */
export async function appendOnce(
  client: EventStoreDBClient,
  stream: string,
  id: string,
  event: DomainEvent,
): Promise<void> {
  for (;;) {
    let last: bigint | undefined;
    for await (const stored of readStream(client, stream, 'newest-first')) {
      last ??= stored.revision;
      if (stored.id === id) return;
    }
    if (await appendAt(client, stream, id, event, last ?? NO_STREAM)) return;
  }
}

/** Appends to a stream at an expected revision; returns false if the stream has another revision. */
export async function appendAt(
  client: EventStoreDBClient,
  stream: string,
  id: string,
  event: DomainEvent,
  expectedRevision: AppendExpectedRevision,
): Promise<boolean> {
  const encoded = encodeEvent(event, {
    actor: SYSTEM,
    correlationId: id,
    commandId: id,
    at: new Date().toISOString(),
    traceparent: traceparent(),
  });
  try {
    // EventMetadata is JSON; the client's type asks for an index signature that an interface lacks.
    const append = client.appendToStream(stream, jsonEvent({ ...encoded, id } as never), {
      expectedRevision,
      deadline: DEADLINE_MS,
    });
    // The call's own deadline does not cover server discovery.
    await within(DEADLINE_MS + 1_000, append, () => new Error('The event store did not respond'));
    return true;
  } catch (error) {
    if (error instanceof WrongExpectedVersionError) return false;
    throw error;
  }
}

/** Yields the events of a stream; nothing if it does not exist. Callers may stop early. */
export async function* readStream(
  client: EventStoreDBClient,
  stream: string,
  range: 'first' | 'newest-first',
): AsyncGenerator<StoredEvent> {
  const events = client.readStream(
    stream,
    range === 'first'
      ? { direction: FORWARDS, fromRevision: START, maxCount: 1 }
      : { direction: BACKWARDS, fromRevision: END },
  );
  events.on('error', () => undefined); // the iteration throws it
  try {
    for await (const { event } of events.iterator({ destroyOnReturn: false })) if (event) yield event;
  } catch (error) {
    if (!(error instanceof StreamNotFoundError)) throw error;
  } finally {
    // Until everything received is read, the client counts the call as open and waits for it on dispose.
    if (!events.readableEnded) {
      events.cancel().catch(() => undefined);
      events.resume();
    }
  }
}
