import { z } from 'zod';
import { defineEvent } from '../define.ts';
import { key, timeZone } from '../fields.ts';
import { planTier } from '../vocabulary.ts';

const clientRef = z.object({ client_id: key() });

const products = z.object({
  has_ai_assistant: z.boolean(),
  has_geo_leads: z.boolean(),
  has_custom_solution: z.boolean(),
  product_config: z.object({ demo_mode: z.boolean() }),
});

const details = z.object({
  name: key(),
  primary_domain: z.string().nullable(),
  plan_tier: planTier,
  time_zone: timeZone(),
  authorized_domains: z.array(z.string()),
  allowed_email_domains: z.array(z.string()),
});

/** Changed fields only, the same ones before and after. */
const someProducts = products.exactPartial();
const someDetails = details.exactPartial();

export const clientEvents = {
  ClientCreated: defineEvent({
    version: 2,
    data: clientRef.extend({
      ...details.shape,
      ...products.shape,
      active: z.boolean(),
      has_custom_widget: z.boolean(),
    }),
    upcasters: {
      1: (data) => ({
        ...data,
        active: true,
        has_custom_widget: false,
        time_zone: 'UTC',
        authorized_domains: [],
        allowed_email_domains: [],
      }),
    },
  }),
  ClientDetailsChanged: defineEvent({ data: clientRef.extend({ before: someDetails, after: someDetails }) }),
  ClientProductsChanged: defineEvent({
    data: clientRef.extend({ before: someProducts, after: someProducts }),
  }),
  /** The client's users cannot sign in until it is reactivated. */
  ClientDeactivated: defineEvent({ data: clientRef }),
  ClientReactivated: defineEvent({ data: clientRef }),
  /** Permanent. */
  ClientClosed: defineEvent({ data: clientRef }),
  /** A copy of all the client's data was exported. */
  ClientDataExported: defineEvent({ data: clientRef }),
};
