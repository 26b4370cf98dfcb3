import { planTier, priceListData } from '@landline/event-schemas';
import { z } from 'zod';

export type PriceList = z.infer<typeof priceListData>;

/** GET /api/pricing: the current price list. */
export const pricing = z.object({ plans: priceListData });
export type Pricing = z.infer<typeof pricing>;

/** The price list of this release (spec 002 §9). Overage rates come from the calculator's plans of the same price. */
export const PLANS: PriceList = {
  starter: { name: 'Starter', monthlyPrice: 99, messages: 1_000, pages: 500, overageRate: 0.08 },
  pro: { name: 'Pro', monthlyPrice: 249, messages: 4_000, pages: 2_500, overageRate: 0.04 },
  elite: { name: 'Elite', monthlyPrice: null, messages: null, pages: null, overageRate: null },
};

/** Percentages of the included messages that raise an alert. Service continues beyond the limit. */
export const BILLING_ALERTS = [80, 100] as const;

/** Usage of a month and its price (spec 002 §3). Limits and rates are null for an unlimited plan. */
export const billingInfo = z.object({
  plan_tier: planTier,
  monthly_price: z.number().nullable(),
  included_messages: z.int().nullable(),
  messages_remaining: z.int().nullable(),
  overage_messages: z.int(),
  overage_rate: z.number().nullable(),
  overage_cost: z.number(),
  /** Two decimals; may exceed 100. */
  usage_percentage: z.number().nullable(),
  /** `near` from 80%, `over` from 100%. */
  status: z.enum(['within', 'near', 'over', 'unlimited']),
});
export type BillingInfo = z.infer<typeof billingInfo>;

const month = z.string();

/** A month, `YYYY-MM` in the client's time zone. */
const billedMonth = z.object({
  month,
  ai_messages: z.int(),
  user_messages: z.int(),
  billing_info: billingInfo,
});

/** GET /api/ai/billing/usage: clients with the assistant, highest usage first. */
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

/** GET /api/ai/billing/usage/:clientId: this and earlier months, latest first. */
export const clientBilling = z.object({
  clientId: z.string(),
  clientName: z.string(),
  time_zone: z.string(),
  /** First and last day of the month, `YYYY-MM-DD`. */
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
