import { z } from 'zod';
import { defineEvent } from '../define.ts';
import { contentFilterLevel } from '../vocabulary.ts';

const aClient = z.object({ client_id: z.string() });

export const analyticsEvents = {
  /** A client's figures start again. What was counted stays in the log, and in what it is billed for. */
  AnalyticsReset: defineEvent({ data: aClient }),
  /** Whoever has the link reads the report until it expires. */
  AnalyticsReportShared: defineEvent({
    data: aClient.extend({
      days: z.int(),
      /** Null: nothing is left out. */
      filter_level: contentFilterLevel.nullable(),
      expires_at: z.iso.datetime(),
    }),
  }),
  /** No link that was made until then shows the report any more. */
  AnalyticsReportLinksRevoked: defineEvent({ data: aClient.extend({ revoked_at: z.iso.datetime() }) }),
};

export const billingEvents = {
  /** In a month of the client's time zone, `YYYY-MM`, this part of what its plan includes was used; nothing is cut off. */
  BillingAlertRaised: defineEvent({
    data: aClient.extend({
      month: z.string(),
      percentage: z.int(),
      used_messages: z.int(),
      included_messages: z.int(),
    }),
  }),
};
