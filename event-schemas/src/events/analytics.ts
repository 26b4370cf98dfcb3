import { z } from 'zod';
import { defineEvent } from '../define.ts';
import { int32, key, time } from '../fields.ts';
import { contentFilterLevel } from '../vocabulary.ts';

const clientRef = z.object({ client_id: key() });

export const analyticsEvents = {
  /** Restarts a client's figures. Earlier counts stay in the log and in billing. */
  AnalyticsReset: defineEvent({ data: clientRef }),
  /** Anyone with the link can read the report until it expires. */
  AnalyticsReportShared: defineEvent({
    data: clientRef.extend({
      days: int32(),
      /** Null for no filter. */
      filter_level: contentFilterLevel.nullable(),
      expires_at: time(),
    }),
  }),
  /** Revokes all links created up to `revoked_at`. */
  AnalyticsReportLinksRevoked: defineEvent({ data: clientRef.extend({ revoked_at: time() }) }),
};

export const billingEvents = {
  /**
   * A threshold of the plan's included messages was reached in a month (`YYYY-MM`, client's time zone).
   * Service continues.
   */
  BillingAlertRaised: defineEvent({
    data: clientRef.extend({
      month: key(),
      percentage: int32(),
      used_messages: int32(),
      included_messages: int32(),
    }),
  }),
};
