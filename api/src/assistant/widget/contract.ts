import { widgetPosition } from '@landline/event-schemas';
import { z } from 'zod';
import { authorizedDomains } from '../../clients/clients/domains.ts';
import { branding } from '../branding/contract.ts';

/** Requests per minute, per address and client (spec 002 §9). */
export const RATE_LIMIT = { default: 20, min: 1, max: 1000, presets: [10, 20, 50, 100] } as const;
/** Token lifetime in minutes (spec 002 §9). */
export const TOKEN_EXPIRY = { default: 1440, min: 5, max: 10_080, presets: [60, 480, 1440, 4320] } as const;

const within = (name: string, unit: string, { min, max }: { min: number; max: number }) => {
  const text = `${name} must be a whole number of ${unit} from ${min} to ${max.toLocaleString('en-US')}`;
  return z.int(text).min(min, text).max(max, text);
};

/** GET and POST /api/ai/widget/client/:clientId/security (spec 002 §5, §7). */
export const securitySettings = z.object({
  rateLimitPerMinute: within('Rate limit', 'requests', RATE_LIMIT),
  tokenExpiryMinutes: within('Token expiry', 'minutes', TOKEN_EXPIRY),
});
export type SecuritySettings = z.infer<typeof securitySettings>;
export const DEFAULT_SECURITY: SecuritySettings = {
  rateLimitPerMinute: RATE_LIMIT.default,
  tokenExpiryMinutes: TOKEN_EXPIRY.default,
};
/** Omitted fields stay unchanged. */
export const securityBody = securitySettings.partial();
export const securityResponse = securitySettings.extend({
  /** True if a signing secret for `identify` exists; the secret is only shown when it is created. */
  hasSecret: z.boolean(),
});
export type SecurityResponse = z.infer<typeof securityResponse>;

/** POST /api/ai/widget/client/:clientId/secret: creates a new secret, which invalidates signatures of the previous one. */
export const secretResponse = z.object({ secret: z.string() });

/** GET and POST /api/ai/widget/client/:clientId/domains (spec 002 §7). */
export const domainsBody = z.object({ domains: authorizedDomains });
export const domainsResponse = z.object({ domains: z.array(z.string()) });

/** Behavior of the widget; like the branding, part of a version. */
export const widgetConfiguration = z.object({
  position: widgetPosition,
  proactiveMessage: z
    .string()
    .trim()
    .max(200, 'Proactive message can have at most 200 characters')
    .nullable()
    .transform((text) => text || null),
  proactiveDelaySeconds: within('Delay', 'seconds', { min: 0, max: 600 }),
});
export type WidgetConfiguration = z.output<typeof widgetConfiguration>;
export const DEFAULT_CONFIGURATION: WidgetConfiguration = {
  position: 'bottom-right',
  proactiveMessage: null,
  proactiveDelaySeconds: 20,
};
export const configurationBody = widgetConfiguration.partial();

/** GET /api/ai/widget/client/:clientId/versions, newest first (spec 002 §3). */
export const widgetVersion = z.object({
  versionId: z.string(),
  description: z.string(),
  branding,
  configuration: widgetConfiguration,
  createdAt: z.iso.datetime(),
  createdBy: z.string().nullable(),
});
export type WidgetVersion = z.infer<typeof widgetVersion>;
export const versionsResponse = z.object({
  versions: z.array(widgetVersion),
  defaultVersionId: z.string().nullable(),
});
export type VersionsResponse = z.infer<typeof versionsResponse>;

/** POST /api/ai/widget/client/:clientId/version */
export const versionBody = z.object({
  description: z.string().trim().max(200, 'A description can have at most 200 characters').default(''),
});
export const versionResponse = z.object({ versionId: z.string(), description: z.string() });

/** POST /api/ai/widget/client/:clientId/default-version */
export const defaultVersionBody = z.object({
  versionId: z.string().min(1, 'Select a version').max(100, 'Select a version'),
});

const TEMPLATE_MAX = 100_000;
const TEMPLATE_LIMIT = `can have at most ${TEMPLATE_MAX.toLocaleString('en-US')} characters`;
/** GET and POST /api/ai/widget/templates: the base script and base style, appended to every widget. */
export const templateBody = z.object({
  script: z.string().max(TEMPLATE_MAX, `The base script ${TEMPLATE_LIMIT}`),
  style: z.string().max(TEMPLATE_MAX, `The base style ${TEMPLATE_LIMIT}`),
});
export const widgetTemplate = templateBody.extend({
  revision: z.int(),
  savedAt: z.iso.datetime().nullable(),
  savedBy: z.string().nullable(),
});
export const templatesResponse = z.object({
  current: widgetTemplate,
  /** Earlier templates, newest first. */
  earlier: z.array(widgetTemplate),
});
export type TemplatesResponse = z.infer<typeof templatesResponse>;

/** POST /api/ai/widget/client/:clientId/token: called by the widget on an authorized site. */
export const tokenResponse = z.object({ token: z.string(), expiresAt: z.iso.datetime() });
