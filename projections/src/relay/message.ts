import type { AllStreamRecordedEvent } from '@eventstore/db-client';
import { categoryOf, type RecordedEvent } from '@landline/event-schemas';
import { decodeEvent } from '@landline/event-schemas/codec';
import { topicOf } from '@landline/event-schemas/kafka';
import type { Message } from 'kafkajs';

/** An event on its way to Kafka. */
export interface Outgoing {
  readonly position: bigint;
  readonly topic: string;
  readonly event: RecordedEvent;
  readonly message: Message;
}

/**
 * The message that carries an event, in its present version and with personal fields as ciphertext; undefined for what is
 * none of ours. Throws for an event that a newer Landline wrote: nobody may skip it.
 */
export function outgoingOf(stored: AllStreamRecordedEvent, logId: string): Outgoing | undefined {
  const position = stored.position.commit;
  const event = decodeEvent(stored, position);
  if (event === undefined) return undefined;
  const { traceparent } = event.metadata;
  return {
    position,
    topic: topicOf(categoryOf(event.stream)),
    event,
    message: {
      key: event.stream, // a stream's events keep their order
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

/** What `jsonSchemaOf` describes. */
function envelope({ type, data, metadata }: RecordedEvent) {
  return { type, data, metadata };
}
