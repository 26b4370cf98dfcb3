import { type DomainEvent, eventDefinitions, isEventType, type RecordedEvent } from './events/index.ts';
import { type EventMetadata, eventMetadata } from './metadata.ts';
import { findUnstorable } from './storable.ts';

/** The fields that decoding needs from an event read by the event store client. */
export interface StoredEvent {
  readonly id: string;
  readonly type: string;
  readonly streamId: string;
  readonly revision: bigint;
  readonly data: unknown;
  readonly metadata: unknown;
}

/** An event that this build cannot read: written by a newer Landline, or not by Landline. */
export class UnreadableEventError extends Error {
  readonly code = 'UNREADABLE_EVENT';
  readonly stream: string;
  readonly revision: bigint;
  constructor(event: StoredEvent, reason: string) {
    super(`${event.type} at ${event.streamId}@${event.revision}: ${reason}`);
    this.stream = event.streamId;
    this.revision = event.revision;
  }
}

/** An event whose data no projector could store. The message names the field, not its value, which may be personal. */
export class UnstorableEventError extends Error {
  readonly code = 'UNSTORABLE_EVENT';
}

/** Metadata of an event to write; encoding adds the schema version. */
export type NewEventMetadata = Omit<EventMetadata, 'schemaVersion' | 'traceparent'> & {
  readonly traceparent?: string | undefined;
};

const writtenMetadata = eventMetadata.omit({ schemaVersion: true });

/** Validates an event and its metadata and adds the current schema version. Throws ZodError or `UnstorableEventError`. */
export function encodeEvent(
  event: DomainEvent,
  { traceparent, ...metadata }: NewEventMetadata,
): { type: string; data: Record<string, unknown>; metadata: EventMetadata } {
  const definition = eventDefinitions[event.type];
  const data = definition.data.parse(event.data);
  const checkedMetadata = writtenMetadata.parse(metadata);
  const unstorable = findUnstorable(data) ?? findUnstorable(checkedMetadata);
  if (unstorable) {
    throw new UnstorableEventError(`${[event.type, ...unstorable.path].join('.')} ${unstorable.problem}`);
  }
  return {
    type: event.type,
    data,
    metadata: {
      ...checkedMetadata,
      ...(traceparent !== undefined && { traceparent }),
      schemaVersion: definition.version,
    },
  };
}

/**
 * Returns a stored event upcast to the current version, or undefined for types that are not Landline's. Data
 * was validated when it was written and is not validated again. Personal fields stay sealed.
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
    // The log contains only events checked by encodeEvent, and the upcasters bring them to the current version.
  } as unknown as RecordedEvent;
}
