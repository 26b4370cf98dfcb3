import { z } from 'zod';
import { defineEvent } from '../define.ts';
import { key } from '../fields.ts';
import { userEvents } from './user.ts';

const ofClientUser = (data: Record<string, unknown>) => `clientUser:${data.user_id}`;

export const clientUserEvents = {
  ClientUserCreated: defineEvent({
    data: z.object({
      user_id: key(),
      client_id: key(),
      email: z.string(),
      first_name: z.string(),
      last_name: z.string(),
    }),
    personal: [{ fields: ['email', 'first_name', 'last_name'], subject: ofClientUser }],
  }),
  ...userEvents('ClientUser', ofClientUser),
};
