import { z } from 'zod';
import { defineEvent } from '../define.ts';
import { contentFilterLevel } from '../vocabulary.ts';

const clientRef = z.object({ client_id: z.string() });

export const analyticsEvents = {
  /** Restarts a client's figures. Earlier counts stay in the log and in billing. */
  AnalyticsReset: defineEvent({ data: clientRef }),
  /** Anyone with the link can read the report until it expires. */
  AnalyticsReportShared: defineEvent({
    data: clientRef.extend({
      days: z.int(),
      /** Null: no filter. */
      filter_level: contentFilterLevel.nullable(),
      expires_at: z.iso.datetime(),
    }),
  }),
  /** Revokes all links created up to that time. */
  AnalyticsReportLinksRevoked: defineEvent({ data: clientRef.extend({ revoked_at: z.iso.datetime() }) }),
};

export const billingEvents = {
  /**
   * A threshold of the plan's included messages was reached in a month (`YYYY-MM`, client's time zone).
   * Service continues.
   */
  BillingAlertRaised: defineEvent({
    data: clientRef.extend({
      month: z.string(),
      percentage: z.int(),
      used_messages: z.int(),
      included_messages: z.int(),
    }),
  }),
};
