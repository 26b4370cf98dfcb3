import { z } from 'zod';
import { defineEvent } from '../define.ts';
import { key } from '../fields.ts';

/** `user_id` is the SuperAdmin, `session_id` the staff session that the impersonation belongs to. */
const impersonation = z.object({
  impersonation_id: key(),
  user_id: key(),
  client_id: key(),
  session_id: key(),
});

/** Events of the stream `impersonation-{id}`: a SuperAdmin acts as a client. */
export const impersonationEvents = {
  ImpersonationStarted: defineEvent({ data: impersonation }),
  ImpersonationStopped: defineEvent({
    data: impersonation.extend({
      /** `switched`: to another client. */
      reason: z.enum(['exited', 'switched', 'session_ended', 'client_ended']),
    }),
  }),
};
