import { z } from 'zod';
import { defineEvent } from '../define.ts';
import { planTier } from '../vocabulary.ts';

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
};
