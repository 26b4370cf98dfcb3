import { z } from 'zod';
import { defineEvent } from '../define.ts';
import { planTier } from '../vocabulary.ts';

const ofClientUser = (data: Record<string, unknown>) => `clientUser:${data.user_id}`;

export const clientEvents = {
  ClientCreated: defineEvent({
    data: z.object({
      client_id: z.string(),
      name: z.string(),
      primary_domain: z.string().nullable(),
      plan_tier: planTier,
      has_ai_assistant: z.boolean(),
      has_geo_leads: z.boolean(),
      has_custom_solution: z.boolean(),
      product_config: z.object({ demo_mode: z.boolean() }),
    }),
  }),
  ClientUserCreated: defineEvent({
    data: z.object({
      user_id: z.string(),
      client_id: z.string(),
      email: z.string(),
      first_name: z.string(),
      last_name: z.string(),
    }),
    personal: [{ fields: ['email', 'first_name', 'last_name'], subject: ofClientUser }],
  }),
  ClientUserSignedIn: defineEvent({ data: z.object({ user_id: z.string(), session_id: z.string() }) }),
  ClientUserSignedOut: defineEvent({ data: z.object({ user_id: z.string(), session_id: z.string() }) }),
  ClientUserSessionEnded: defineEvent({
    data: z.object({ user_id: z.string(), session_id: z.string(), reason: z.enum(['token_replayed']) }),
  }),
};
