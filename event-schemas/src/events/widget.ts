import { z } from 'zod';
import { defineEvent } from '../define.ts';
import { widgetPosition } from '../vocabulary.ts';

/** How a widget looks and what it says (spec 002 §3); the names are the specification's. */
export const brandingData = z.object({
  primaryColor: z.string(),
  botName: z.string(),
  logoUrl: z.string(),
  welcomeMessage: z.string(),
  placeholderText: z.string(),
  widgetButtonText: z.string(),
  userLinkColor: z.string(),
  aiLinkColor: z.string(),
});

/** How a widget behaves on the page. */
export const widgetConfigurationData = z.object({
  position: widgetPosition,
  /** Said beside the closed widget after a while; null: nothing is. */
  proactiveMessage: z.string().nullable(),
  proactiveDelaySeconds: z.int(),
});

const aClient = z.object({ client_id: z.string() });

export const widgetEvents = {
  GlobalBrandingChanged: defineEvent({ data: z.object({ branding: brandingData }) }),
  /** Back to the product's own: a rollback to when there was none. */
  GlobalBrandingCleared: defineEvent({ data: z.object({}) }),
  /** Code that is appended to what every client's widget is built from. */
  WidgetTemplatesChanged: defineEvent({
    data: z.object({ revision: z.int(), script: z.string(), style: z.string() }),
  }),
  WidgetBrandingChanged: defineEvent({ data: aClient.extend({ branding: brandingData }) }),
  WidgetConfigurationChanged: defineEvent({
    data: aClient.extend({ configuration: widgetConfigurationData }),
  }),
  /** The client has none of its own again: a rollback to when it had none. */
  WidgetBrandingCleared: defineEvent({ data: aClient }),
  WidgetConfigurationCleared: defineEvent({ data: aClient }),
  WidgetSecurityChanged: defineEvent({
    data: aClient.extend({ rate_limit_per_minute: z.int(), token_expiry_minutes: z.int() }),
  }),
  /** What signs `identify` is another secret from now on; the secret itself is derived, and never here. */
  WidgetSecretRotated: defineEvent({ data: aClient.extend({ generation: z.int() }) }),
  WidgetVersionCreated: defineEvent({
    data: aClient.extend({
      version_id: z.string(),
      description: z.string(),
      branding: brandingData,
      configuration: widgetConfigurationData,
    }),
  }),
  /** A rollback to before it was made took it away, or one to when it was there brought it back as it was. */
  WidgetVersionWithdrawn: defineEvent({ data: aClient.extend({ version_id: z.string() }) }),
  WidgetVersionReturned: defineEvent({
    data: aClient.extend({
      version_id: z.string(),
      description: z.string(),
      branding: brandingData,
      configuration: widgetConfigurationData,
      created_at: z.iso.datetime(),
      created_by: z.string(),
    }),
  }),
  DefaultWidgetVersionChanged: defineEvent({ data: aClient.extend({ version_id: z.string() }) }),
  DefaultWidgetVersionCleared: defineEvent({ data: aClient }),
  /** How often the widget was loaded in one minute: through the loader (`dynamic`) or by its own address (`direct`). */
  WidgetLoadsCounted: defineEvent({
    data: aClient.extend({
      minute: z.iso.datetime(),
      loads: z.array(
        z.object({ kind: z.enum(['direct', 'dynamic']), domain: z.string().nullable(), count: z.int() }),
      ),
    }),
  }),
};
