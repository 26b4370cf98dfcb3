import type { DomainEvent } from '@landline/event-schemas';
import { encodeEvent, type NewEventMetadata, UnstorableEventError } from '@landline/event-schemas/codec';
import { z } from 'zod';
import { DomainError } from '../errors.ts';

/** Encodes an event. Throws `UNSTORABLE` for data that its schema or the read models do not accept. */
export function encodeOrReject(
  event: DomainEvent,
  metadata: NewEventMetadata,
): ReturnType<typeof encodeEvent> {
  try {
    return encodeEvent(event, metadata);
  } catch (error) {
    if (error instanceof UnstorableEventError) throw unstorable(error.message, error);
    if (!(error instanceof z.ZodError)) throw error;
    const details = error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
    const [first] = details;
    throw unstorable(`The value of ${first?.path || event.type} is not valid.`, error, details);
  }
}

const unstorable = (problem: string, cause: Error, details?: readonly unknown[]) =>
  new DomainError('malformed', 'UNSTORABLE', `This cannot be saved. ${problem}`, {
    cause,
    ...(details && { details }),
  });
