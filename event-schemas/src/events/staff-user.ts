import { z } from 'zod';
import { defineEvent } from '../define.ts';
import { key } from '../fields.ts';
import { staffRole } from '../vocabulary.ts';
import { userEvents } from './user.ts';

const ofStaffUser = (data: Record<string, unknown>) => `staffUser:${data.user_id}`;
const userId = z.object({ user_id: key() });

export const staffUserEvents = {
  StaffUserCreated: defineEvent({
    data: z.object({
      user_id: key(),
      email: z.string(),
      first_name: z.string(),
      last_name: z.string(),
      role: staffRole,
    }),
    personal: [{ fields: ['email', 'first_name', 'last_name'], subject: ofStaffUser }],
  }),
  ...userEvents('StaffUser', ofStaffUser),
  /** Ends all sessions, because a session keeps the role that it was opened with. */
  StaffUserRoleChanged: defineEvent({ data: userId.extend({ role: staffRole, previous_role: staffRole }) }),
};
