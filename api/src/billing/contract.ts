import { planTier } from '@landline/event-schemas';
import { z } from 'zod';

/** Spec 002 §3; null: the plan has no limit. */
export const billingInfo = z.object({
  plan_tier: planTier,
  monthly_price: z.number().nullable(),
  included_messages: z.int().nullable(),
  messages_remaining: z.int().nullable(),
  overage_messages: z.int(),
  overage_rate: z.number().nullable(),
  overage_cost: z.number(),
  /** With two decimals, beyond 100 too: a bar stops there, a figure does not. */
  usage_percentage: z.number().nullable(),
  /** `near` from 80 %, `over` from 100 %. */
  status: z.enum(['within', 'near', 'over', 'unlimited']),
});
export type BillingInfo = z.infer<typeof billingInfo>;

const month = z.string();

/** A month, `YYYY-MM` in the client's time zone. */
export const billedMonth = z.object({
  month,
  ai_messages: z.int(),
  user_messages: z.int(),
  billing_info: billingInfo,
});
export type BilledMonth = z.infer<typeof billedMonth>;

/** GET /api/ai/billing/usage: every client with the assistant, the fullest first. */
export const billingOverview = z.object({
  clients: z.array(
    z.object({
      clientId: z.string(),
      clientName: z.string(),
      month,
      ai_messages_this_month: z.int(),
      billing_info: billingInfo,
    }),
  ),
});
export type BillingOverview = z.infer<typeof billingOverview>;

/** GET /api/ai/billing/usage/:clientId: this month and those before it, the last first. */
export const clientBilling = z.object({
  clientId: z.string(),
  clientName: z.string(),
  time_zone: z.string(),
  /** Days of the month, `YYYY-MM-DD`: the first and the last. */
  period_start: z.string(),
  period_end: z.string(),
  ai_messages_this_month: z.int(),
  billing_info: billingInfo,
  months: z.array(billedMonth),
  alerts: z.array(
    z.object({ month, percentage: z.int(), used_messages: z.int(), raised_at: z.iso.datetime() }),
  ),
});
export type ClientBilling = z.infer<typeof clientBilling>;
