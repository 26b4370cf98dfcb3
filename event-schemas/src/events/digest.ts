import { z } from 'zod';
import { defineEvent } from '../define.ts';
import { int32, key } from '../fields.ts';

const person = z.object({ user_id: key(), kind: z.enum(['staff', 'client']) });

/**
 * Events of the stream `leadsDigest-{user}`: a person's subscription to emails about new premium leads, and the
 * digests issued.
 */
export const digestEvents = {
  LeadsDigestSubscribed: defineEvent({ data: person.extend({ at: z.string() }) }),
  LeadsDigestUnsubscribed: defineEvent({ data: person }),
  /** An email with these leads is queued. */
  LeadsDigestIssued: defineEvent({
    data: person.extend({
      digest_id: key(),
      datasets: z.array(
        z.object({
          dataset_key: key(),
          /** The leads were imported after `since` and not later than `until`; ISO 8601. */
          since: z.string(),
          until: z.string(),
          leads: int32().positive(),
        }),
      ),
    }),
  }),
};
