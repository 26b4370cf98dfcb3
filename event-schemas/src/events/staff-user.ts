import { z } from 'zod';
import { defineEvent } from '../define.ts';
import { staffRole } from '../vocabulary.ts';

const ofStaffUser = (data: Record<string, unknown>) => `staffUser:${data.user_id}`;

export const staffUserEvents = {
  StaffUserCreated: defineEvent({
    data: z.object({
      user_id: z.string(),
      email: z.string(),
      first_name: z.string(),
      last_name: z.string(),
      role: staffRole,
    }),
    personal: [{ fields: ['email', 'first_name', 'last_name'], subject: ofStaffUser }],
  }),
  StaffUserSignedIn: defineEvent({ data: z.object({ user_id: z.string(), session_id: z.string() }) }),
  StaffUserSignedOut: defineEvent({ data: z.object({ user_id: z.string(), session_id: z.string() }) }),
  /** A refresh token was used again after its successor: its family was ended (DESIGN §7). */
  StaffUserSessionEnded: defineEvent({
    data: z.object({ user_id: z.string(), session_id: z.string(), reason: z.enum(['token_replayed']) }),
  }),
};
