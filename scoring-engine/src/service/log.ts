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

const DEADLINE_MS = 5_000;

/**
 * With credentials the client makes one call for each append, which honours its deadline; an insecure server is not
 * sent them. Credentials in the connection string go before these.
 */
const CALL = { credentials: { username: 'landline', password: 'landline' }, deadline: DEADLINE_MS };

/** The identity of the log; undefined before its first event. */
export async function readLogId(client: EventStoreDBClient): Promise<string | undefined> {
  for await (const event of readStream(client, streams.log(), 'first')) {
    if (event.type === 'LogCreated') return (event.data as { log_id: string }).log_id;
  }
  return undefined;
}

/** The position of the last event in the log, -1 when there is none. */
export async function readHead(client: EventStoreDBClient): Promise<bigint> {
  const events = client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 });
  events.on('error', () => undefined); // the iteration throws it
  for await (const { event } of events) if (event) return event.position.commit;
  return -1n;
}

/** Appends to a stream that is not there yet; false when it is. */
export async function appendFirst(
  client: EventStoreDBClient,
  stream: string,
  id: string,
  event: DomainEvent,
): Promise<boolean> {
  return await appendAt(client, stream, id, event, NO_STREAM);
}

/**
 * Appends an event unless it stands in its stream already: exactly once, whoever else tries and however often the answer
 * was lost, since an append expects the very revision up to which its id was looked for.
 */
export async function appendOnce(
  client: EventStoreDBClient,
  stream: string,
  id: string,
  event: DomainEvent,
): Promise<void> {
  for (;;) {
    let last: bigint | undefined;
    for await (const stored of readStream(client, stream, 'all, last first')) {
      last ??= stored.revision;
      if (stored.id === id) return;
    }
    if (await appendAt(client, stream, id, event, last ?? NO_STREAM)) return;
  }
}

/** Appends to a stream that ends at this revision; false when it does not. */
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
  });
  try {
    // EventMetadata is JSON; the client's type asks for an index signature that an interface does not have.
    await within(
      client.appendToStream(stream, jsonEvent({ ...encoded, id } as never), { expectedRevision, ...CALL }),
    );
    return true;
  } catch (error) {
    if (error instanceof WrongExpectedVersionError) return false;
    throw error;
  }
}

/** The events of a stream; none when it is not there. Who has seen enough may leave. */
export async function* readStream(
  client: EventStoreDBClient,
  stream: string,
  which: 'first' | 'all, last first',
): AsyncGenerator<StoredEvent> {
  const events = client.readStream(
    stream,
    which === 'first'
      ? { direction: FORWARDS, fromRevision: START, maxCount: 1 }
      : { direction: BACKWARDS, fromRevision: END },
  );
  events.on('error', () => undefined); // the iteration throws it
  try {
    for await (const { event } of events.iterator({ destroyOnReturn: false })) if (event) yield event;
  } catch (error) {
    if (!(error instanceof StreamNotFoundError)) throw error;
  } finally {
    // The client counts a call as open, and waits for it when it is disposed of, until what had arrived was read.
    if (!events.readableEnded) {
      events.cancel().catch(() => undefined);
      events.resume();
    }
  }
}

/** The call's own deadline does not cover looking for a server. */
async function within<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error('The event store did not answer')),
    DEADLINE_MS + 1_000,
  );
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
