import { z } from 'zod';
import { defineEvent } from '../define.ts';

const person = z.object({ user_id: z.string(), kind: z.enum(['staff', 'client']) });

/** On `leadsDigest-{user}`: whether a person wants new premium leads by mail, and what they were told of. */
export const digestEvents = {
  LeadsDigestSubscribed: defineEvent({ data: person.extend({ at: z.string() }) }),
  LeadsDigestUnsubscribed: defineEvent({ data: person }),
  /** A mail with these leads is on its way. */
  LeadsDigestIssued: defineEvent({
    data: person.extend({
      digest_id: z.string(),
      datasets: z.array(
        z.object({
          dataset_key: z.string(),
          /** Imported after this, until that; ISO 8601. */
          since: z.string(),
          until: z.string(),
          leads: z.int().positive(),
        }),
      ),
    }),
  }),
};
