import { z } from 'zod';
import { defineEvent } from '../define.ts';
import { contentRequestPriority } from '../vocabulary.ts';

const aRequest = z.object({ request_id: z.string(), client_id: z.string() });
const ofRequest = (data: Record<string, unknown>) => `contentRequest:${data.request_id}`;
const answered = { data: aRequest.extend({ admin_notes: z.string() }) };

/** On `contentRequest-{id}`: what a client wants the assistant to learn, and what staff made of it (spec 002 §4). */
export const contentRequestEvents = {
  ContentRequestSubmitted: defineEvent({
    data: aRequest.extend({
      url: z.string(),
      description: z.string(),
      priority: contentRequestPriority,
      /** The gap that it came from. What visitors asked is told by reference: it is erased with its conversation. */
      gap: z
        .object({
          conversation_id: z.string(),
          question_id: z.string(),
          /** Of every way of asking: keyed, so that nobody learns from them what was asked. */
          topic_ids: z.array(z.string()),
        })
        .optional(),
    }),
    personal: [{ fields: ['description'], subject: ofRequest }],
  }),
  ContentRequestProcessingStarted: defineEvent(answered),
  ContentRequestCompleted: defineEvent(answered),
  ContentRequestRejected: defineEvent(answered),
};
