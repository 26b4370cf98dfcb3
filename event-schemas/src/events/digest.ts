import { z } from 'zod';
import { defineEvent } from '../define.ts';

const person = z.object({ user_id: z.string(), kind: z.enum(['staff', 'client']) });

/**
 * On `leadsDigest-{user}`: a person's subscription to emails about new premium leads, and the digests issued.
 */
export const digestEvents = {
  LeadsDigestSubscribed: defineEvent({ data: person.extend({ at: z.string() }) }),
  LeadsDigestUnsubscribed: defineEvent({ data: person }),
  /** An email with these leads is queued. */
  LeadsDigestIssued: defineEvent({
    data: person.extend({
      digest_id: z.string(),
      datasets: z.array(
        z.object({
          dataset_key: z.string(),
          /** Range of import times, from (exclusive) and until (inclusive); ISO 8601. */
          since: z.string(),
          until: z.string(),
          leads: z.int().positive(),
        }),
      ),
    }),
  }),
};
