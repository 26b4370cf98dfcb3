import { type DomainEvent, eventDefinitions, isEventType, type RecordedEvent } from './events/index.ts';
import type { EventMetadata } from './metadata.ts';
import { traceparent } from './tracing.ts';

/** What the event store's client hands out for an event, as far as we read it. */
export interface StoredEvent {
  readonly id: string;
  readonly type: string;
  readonly streamId: string;
  readonly revision: bigint;
  readonly data: unknown;
  readonly metadata: unknown;
}

/** An event of the log was written by a newer Landline, or by something else under one of our names. */
export class UnreadableEventError extends Error {
  readonly code = 'UNREADABLE_EVENT';
  readonly stream: string;
  readonly revision: bigint;
  constructor(event: StoredEvent, why: string) {
    super(`${event.type} at ${event.streamId}@${event.revision}: ${why}`);
    this.stream = event.streamId;
    this.revision = event.revision;
  }
}

/** Checks an event against its present schema, and stamps that schema's version and the trace. Throws a ZodError. */
export function encodeEvent(
  event: DomainEvent,
  metadata: Omit<EventMetadata, 'schemaVersion' | 'traceparent'>,
): { type: string; data: Record<string, unknown>; metadata: EventMetadata } {
  const definition = eventDefinitions[event.type];
  const trace = traceparent();
  return {
    type: event.type,
    data: definition.data.parse(event.data),
    metadata: {
      ...metadata,
      ...(trace !== undefined && { traceparent: trace }),
      schemaVersion: definition.version,
    },
  };
}

/**
 * A stored event in its present version, or undefined when its type is not one of ours (system events).
 * What was checked when it was written is not checked again. Personal fields stay sealed.
 */
export function decodeEvent(stored: StoredEvent, position: bigint): RecordedEvent | undefined {
  const type = stored.type;
  if (!isEventType(type)) return undefined;
  const definition = eventDefinitions[type];
  const metadata = stored.metadata as EventMetadata;
  let version = metadata.schemaVersion;
  if (version > definition.version) {
    throw new UnreadableEventError(
      stored,
      `schema version ${version}, this build reads up to ${definition.version}`,
    );
  }
  let data = stored.data as Record<string, unknown>;
  for (; version < definition.version; version++) {
    const upcast = definition.upcasters[version];
    if (!upcast) throw new UnreadableEventError(stored, `no upcaster from schema version ${version}`);
    data = upcast(data);
  }
  return {
    type,
    data,
    id: stored.id,
    stream: stored.streamId,
    revision: stored.revision,
    position,
    metadata,
    // The log holds only what encodeEvent has checked, and the upcasters bring it to the present version.
  } as unknown as RecordedEvent;
}
