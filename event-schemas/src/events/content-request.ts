import { z } from 'zod';
import { defineEvent } from '../define.ts';
import { key } from '../fields.ts';
import { contentRequestPriority } from '../vocabulary.ts';

const requestRef = z.object({ request_id: key(), client_id: key() });
const ofRequest = (data: Record<string, unknown>) => `contentRequest:${data.request_id}`;
const withNotes = { data: requestRef.extend({ admin_notes: z.string() }) };

/**
 * Events of the stream `contentRequest-{id}`: content that a client wants the assistant to cover, and how staff
 * handled it (spec 002 §4).
 */
export const contentRequestEvents = {
  ContentRequestSubmitted: defineEvent({
    data: requestRef.extend({
      url: z.string(),
      description: z.string(),
      priority: contentRequestPriority,
      /**
       * The content gap that led to the request. References the question instead of quoting it: the text is erased with
       * its conversation.
       */
      gap: z
        .object({
          conversation_id: key(),
          question_id: key(),
          /** One keyed hash per wording of the question, so that the ids do not reveal its text. */
          topic_ids: z.array(z.string()),
        })
        .optional(),
    }),
    personal: [{ fields: ['description'], subject: ofRequest }],
  }),
  ContentRequestProcessingStarted: defineEvent(withNotes),
  ContentRequestCompleted: defineEvent(withNotes),
  ContentRequestRejected: defineEvent(withNotes),
};
