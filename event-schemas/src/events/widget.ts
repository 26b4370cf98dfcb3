import { z } from 'zod';
import { defineEvent } from '../define.ts';
import { int32, key, time } from '../fields.ts';
import { widgetPosition } from '../vocabulary.ts';

/** Maximum number of loads in one minute; a day of such minutes fits a column of type integer. */
const MAX_LOADS = 1_000_000;

/** Appearance and texts of a widget (spec 002 §3); the field names are the specification's. */
const brandingData = z.object({
  primaryColor: z.string(),
  botName: z.string(),
  logoUrl: z.string(),
  welcomeMessage: z.string(),
  placeholderText: z.string(),
  widgetButtonText: z.string(),
  userLinkColor: z.string(),
  aiLinkColor: z.string(),
});

/** Behavior of a widget on the page. */
const widgetConfigurationData = z.object({
  position: widgetPosition,
  /** Shown beside the closed widget after a delay; null if nothing is shown. */
  proactiveMessage: z.string().nullable(),
  proactiveDelaySeconds: int32(),
});

const clientRef = z.object({ client_id: key() });
const versionData = clientRef.extend({
  version_id: key(),
  description: z.string(),
  branding: brandingData,
  configuration: widgetConfigurationData,
});

export const widgetEvents = {
  GlobalBrandingChanged: defineEvent({ data: z.object({ branding: brandingData }) }),
  /** A rollback to a time without global branding restored the product default. */
  GlobalBrandingCleared: defineEvent({ data: z.object({}) }),
  /** Code appended to every client's widget build. */
  WidgetTemplatesChanged: defineEvent({
    data: z.object({ revision: int32(), script: z.string(), style: z.string() }),
  }),
  WidgetBrandingChanged: defineEvent({ data: clientRef.extend({ branding: brandingData }) }),
  WidgetConfigurationChanged: defineEvent({
    data: clientRef.extend({ configuration: widgetConfigurationData }),
  }),
  /** A rollback to a time before the client had its own branding restored the default. */
  WidgetBrandingCleared: defineEvent({ data: clientRef }),
  WidgetConfigurationCleared: defineEvent({ data: clientRef }),
  WidgetSecurityChanged: defineEvent({
    data: clientRef.extend({ rate_limit_per_minute: int32(), token_expiry_minutes: int32() }),
  }),
  /** Starts a new generation of the secret that signs `identify`; the secret is derived and never stored. */
  WidgetSecretRotated: defineEvent({ data: clientRef.extend({ generation: int32() }) }),
  WidgetVersionCreated: defineEvent({ data: versionData }),
  /** A rollback removed a version that was created later. */
  WidgetVersionWithdrawn: defineEvent({ data: clientRef.extend({ version_id: key() }) }),
  /** A rollback restored a version that existed at the time of the restored configuration. */
  WidgetVersionReturned: defineEvent({
    data: versionData.extend({ created_at: time(), created_by: key() }),
  }),
  DefaultWidgetVersionChanged: defineEvent({ data: clientRef.extend({ version_id: key() }) }),
  DefaultWidgetVersionCleared: defineEvent({ data: clientRef }),
  /** Widget loads in one minute: through the loader (`dynamic`) or by its own URL (`direct`). */
  WidgetLoadsCounted: defineEvent({
    data: clientRef.extend({
      minute: time(),
      loads: z.array(
        z.object({
          kind: z.enum(['direct', 'dynamic']),
          domain: key().nullable(),
          count: int32().min(0).max(MAX_LOADS),
        }),
      ),
    }),
  }),
};
