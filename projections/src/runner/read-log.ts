import {
  type AllStreamResolvedEvent,
  BACKWARDS,
  END,
  type EventStoreDBClient,
  FORWARDS,
  START,
  StreamNotFoundError,
} from '@eventstore/db-client';
import { type RecordedEvent, streams } from '@landline/event-schemas';
import { decodeEvent, type StoredEvent } from '@landline/event-schemas/codec';

export interface LogPosition {
  readonly position: bigint;
  readonly stream: string;
  readonly revision: bigint;
  readonly type: string;
}

/** An event upcast to its current version, or the reason why it cannot be read. */
export type LogEvent =
  | (LogPosition & { readonly event: RecordedEvent })
  | (LogPosition & { readonly event?: never; readonly unreadable: Error });

/** A position of the log, with its event if a projector handles it. */
export interface LogEntry {
  readonly position: bigint;
  readonly event?: LogEvent;
}

/** Converts a resolved event; keeps only the position of one that no projector handles. */
export function toLogEntry({ event }: AllStreamResolvedEvent, handledTypes: ReadonlySet<string>): LogEntry {
  if (event === undefined) return { position: -1n }; // a link to a deleted event
  const position = event.position.commit;
  return handledTypes.has(event.type) ? { position, event: toLogEvent(event, position) } : { position };
}

function toLogEvent(stored: StoredEvent, position: bigint): LogEvent {
  const { streamId: stream, revision, type } = stored;
  try {
    const event = decodeEvent(stored, position);
    if (event) return { position, stream, revision, type, event };
    const unreadable = new Error(`${type} is not an event type of this build`);
    return { position, stream, revision, type, unreadable };
  } catch (error) {
    return { position, stream, revision, type, unreadable: asError(error) };
  }
}

/** Reads the event at a revision of a stream. */
export async function readEvent(client: EventStoreDBClient, place: LogPosition): Promise<LogEvent> {
  const { stream, revision, position } = place;
  const stored = await readFirst(client, stream, revision);
  if (stored?.revision === revision) return toLogEvent(stored, position);
  return { ...place, unreadable: new Error(`${stream}@${revision} is no longer in the log`) };
}

/** Returns the identity of the log; undefined before its first event. */
export async function readLogId(client: EventStoreDBClient): Promise<string | undefined> {
  const event = await readFirst(client, streams.log(), START);
  const first = event && decodeEvent(event, 0n);
  return first?.type === 'LogCreated' ? first.data.log_id : undefined;
}

/** Returns the commit positions of the events that a projector skips at an operator's request. */
export async function readSkipped(client: EventStoreDBClient, projector: string): Promise<Set<bigint>> {
  const skipped = new Set<bigint>();
  try {
    for await (const { event } of client.readStream(streams.projection(projector), { direction: FORWARDS })) {
      const decoded = event && decodeEvent(event, 0n);
      if (decoded?.type === 'ParkedEventSkipped') skipped.add(BigInt(decoded.data.position));
    }
  } catch (error) {
    if (!(error instanceof StreamNotFoundError)) throw error;
  }
  return skipped;
}

/** Returns the first event of a stream at or after a revision. */
async function readFirst(
  client: EventStoreDBClient,
  stream: string,
  fromRevision: bigint | typeof START,
): Promise<StoredEvent | undefined> {
  let first: StoredEvent | undefined;
  try {
    const events = client.readStream(stream, { direction: FORWARDS, fromRevision, maxCount: 1 });
    // Reads to the end: the client never releases a call whose reader stops early.
    for await (const { event } of events) first ??= event;
  } catch (error) {
    if (!(error instanceof StreamNotFoundError)) throw error;
  }
  return first;
}

/** Returns the position of the last event; -1 in an empty log. */
export async function readHead(client: EventStoreDBClient): Promise<bigint> {
  let head = -1n;
  for await (const { event } of client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 })) {
    if (event) head = event.position.commit;
  }
  return head;
}

export const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
