import { planTier } from '@landline/event-schemas';
import { isTimeZone } from '@landline/event-schemas/fields';
import { z } from 'zod';
import { dataResponse, messageResponse, successResponse } from '../../platform/http/response-contract.ts';
import { allowedEmailDomains, authorizedDomains, joinedDomains, primaryDomain } from './domains.ts';

export { PLACEHOLDER_DOMAIN } from './domains.ts';

const NAME_REQUIRED = 'Client name is required';
const NAME_MAX = 120;

const clientName = z
  .string(NAME_REQUIRED)
  .trim()
  .min(1, NAME_REQUIRED)
  .max(NAME_MAX, `A client name can have at most ${NAME_MAX} characters`);

const SELECT_TIME_ZONE = 'Select a time zone';
const timeZone = z.string(SELECT_TIME_ZONE).max(64).refine(isTimeZone, SELECT_TIME_ZONE);

export const productConfig = z.object({ demo_mode: z.boolean() });

/** A client as staff see it (spec 000 §3, spec 002 §3). `adminName` and `email` belong to its first active user. */
export const clientRecord = z.object({
  id: z.string(),
  name: z.string(),
  primary_domain: z.string().nullable(),
  active: z.boolean(),
  plan_tier: planTier,
  has_ai_assistant: z.boolean(),
  has_geo_leads: z.boolean(),
  has_custom_solution: z.boolean(),
  has_custom_widget: z.boolean(),
  product_config: productConfig,
  authorized_domains: z.array(z.string()),
  allowed_email_domains: z.array(z.string()),
  default_widget_version_id: z.string().nullable(),
  time_zone: z.string(),
  adminName: z.string().nullable(),
  email: z.string().nullable(),
  user_count: z.int(),
  created_at: z.iso.datetime(),
  closed_at: z.iso.datetime().nullable(),
});
export type ClientRecord = z.infer<typeof clientRecord>;

/** A client as its own users see it. */
export const ownClientRecord = clientRecord.omit({ adminName: true, email: true, user_count: true });

/** GET /api/ai/clients and GET /api/client-admin/get-all-clients: by name; closed clients only with `closed`. */
export const clientsQuery = z.object({ closed: z.enum(['true', 'false']).default('false') });
export const clientsResponse = z.array(clientRecord);

/** GET /api/ai/clients/:id */
export const clientResponse = z.union([clientRecord, ownClientRecord]);

/**
 * POST /api/ai/clients (spec 002 §5, §7). Without product flags, the assistant is on and the
 * others are off (spec 000 §1). In this request, `has_geo_leads` is called `has_adu_finder`.
 */
export const addClientBody = z
  .object({
    name: clientName,
    primary_domain: primaryDomain.nullish().transform((domain) => domain ?? null),
    active: z.boolean().default(true),
    has_custom_widget: z.boolean().default(false),
    authorized_domains: joinedDomains.nullish().transform((domains) => domains ?? []),
    has_ai_assistant: z.boolean().default(true),
    has_adu_finder: z.boolean().default(false),
    allowed_email_domains: allowedEmailDomains.default([]),
    plan_tier: planTier.default('starter'),
    time_zone: timeZone.default('UTC'),
    demo_mode: z.boolean().default(false),
  })
  .refine((client) => client.has_ai_assistant || client.has_adu_finder, {
    message: 'At least one product must be selected',
    path: ['has_ai_assistant'],
  })
  .refine((client) => !client.has_ai_assistant || client.primary_domain !== null, {
    message: 'Primary domain is required for AI Assistant',
    path: ['primary_domain'],
  });
export type AddClientBody = z.input<typeof addClientBody>;
export type AddClient = z.output<typeof addClientBody>;

/** PATCH /api/ai/clients/:id: omitted fields stay unchanged. */
export const editClientBody = z
  .object({
    name: clientName,
    primary_domain: primaryDomain,
    plan_tier: planTier,
    active: z.boolean(),
    time_zone: timeZone,
    demo_mode: z.boolean(),
    authorized_domains: authorizedDomains,
    allowed_email_domains: allowedEmailDomains,
  })
  .partial();
export type EditClientBody = z.input<typeof editClientBody>;

/** POST /api/client-admin/client/:clientId/products (spec 000 §7): omitted fields stay unchanged. */
export const productsBody = z.object({
  has_ai_assistant: z.boolean().optional(),
  has_geo_leads: z.boolean().optional(),
  product_config: productConfig.partial().nullish(),
});
export type ProductsBody = z.input<typeof productsBody>;
export const productsResponse = successResponse.extend({
  /** '{product} enabled successfully' or '… disabled …' (spec 000 §8). */
  message: z.string(),
  client: clientRecord,
});

/** POST /api/ai/clients/:id/close: `confirmation` is the client's name. */
export const closeClientBody = z.object({ confirmation: z.string() });
export const closeClientResponse = messageResponse.extend({
  client: clientRecord,
});

export const exportedUser = z.object({
  id: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  created_at: z.iso.datetime(),
});

/** POST /api/ai/clients/:id/export returns NDJSON: a line for the client, one for each user, one for each event. */
export const exportLine = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('client'), client: clientRecord }),
  z.object({ kind: z.literal('user'), user: exportedUser }),
  z.object({
    kind: z.literal('event'),
    event: z.object({
      stream: z.string(),
      revision: z.string(),
      type: z.string(),
      at: z.iso.datetime(),
      actor: z.object({ id: z.string(), role: z.string(), impersonatedBy: z.string().optional() }),
      data: z.record(z.string(), z.unknown()),
    }),
  }),
]);
export type ExportLine = z.infer<typeof exportLine>;

/** GET /api/ai/client-dashboard/overview: Account Overview and Your Services (spec 000 §2). */
export const dashboardOverview = dataResponse(
  z.object({
    account: z.object({ id: z.string(), name: z.string(), email: z.string().nullable(), planTier }),
    services: z.array(z.object({ key: z.enum(['ai_assistant', 'geo_leads']), name: z.string() })),
    demo_mode: z.boolean(),
  }),
);
export type DashboardOverview = z.infer<typeof dashboardOverview>;
