import type { RecordedEvent } from '@landline/event-schemas';
import { decodeEvent, type StoredEvent, UnreadableEventError } from '@landline/event-schemas/codec';
import { DomainError } from '../../platform/errors.ts';

export const unreadableEvent = (message: string, cause?: unknown) =>
  new DomainError('rule_broken', 'UNREADABLE_EVENT', message, { cause });

/** Decodes an event that the log's read model lists. Throws `UNREADABLE_EVENT`, for example after a downgrade. */
export function decodeLogged(stored: StoredEvent, position: bigint): RecordedEvent {
  const message = 'This version of Landline cannot read this event.';
  try {
    const event = decodeEvent(stored, position);
    if (event) return event;
  } catch (error) {
    if (!(error instanceof UnreadableEventError)) throw error;
    throw unreadableEvent(message, error);
  }
  throw unreadableEvent(message);
}
