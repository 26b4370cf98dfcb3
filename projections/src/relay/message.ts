import type { AllStreamRecordedEvent } from '@eventstore/db-client';
import { categoryOf, type RecordedEvent } from '@landline/event-schemas';
import { decodeEvent } from '@landline/event-schemas/codec';
import { topicOf } from '@landline/event-schemas/message-schema';
import type { Message } from 'kafkajs';

/** An event to publish to Kafka. */
export interface OutgoingMessage {
  readonly position: bigint;
  readonly topic: string;
  readonly event: RecordedEvent;
  readonly message: Message;
}

/**
 * Converts a recorded event to a message with the current schema version; personal fields stay encrypted.
 * Returns undefined for system events. Throws for an event written by a newer Landline, which must not be
 * skipped.
 */
export function outgoingMessageOf(
  stored: AllStreamRecordedEvent,
  logId: string,
): OutgoingMessage | undefined {
  const position = stored.position.commit;
  const event = decodeEvent(stored, position);
  if (event === undefined) return undefined;
  const { traceparent } = event.metadata;
  return {
    position,
    topic: topicOf(categoryOf(event.stream)),
    event,
    message: {
      key: event.stream, // keeps the events of a stream in order
      value: JSON.stringify(envelope(event)),
      headers: {
        'log-id': logId,
        'event-id': event.id,
        'event-type': event.type,
        position: String(position),
        revision: String(event.revision),
        ...(traceparent !== undefined && { traceparent }),
      },
      timestamp: String(stored.created.getTime()),
    },
  };
}

/** Matches the schema returned by `jsonSchemaOf`. */
function envelope({ type, data, metadata }: RecordedEvent) {
  return { type, data, metadata };
}
