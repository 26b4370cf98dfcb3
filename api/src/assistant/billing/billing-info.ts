import type { PlanTier } from '@landline/event-schemas';
import { BILLING_ALERTS, type BillingInfo, type PriceList } from './contract.ts';

/** Returns the bill for one month of answers on a plan (spec 002 §3, §9). */
export function billingInfo(prices: PriceList, tier: PlanTier, used: number): BillingInfo {
  const { messages, overageRate, monthlyPrice } = prices[tier];
  const plan = { plan_tier: tier, monthly_price: monthlyPrice, included_messages: messages };
  if (messages === null) {
    return {
      ...plan,
      messages_remaining: null,
      overage_messages: 0,
      overage_rate: null,
      overage_cost: 0,
      usage_percentage: null,
      status: 'unlimited',
    };
  }
  const overage = Math.max(0, used - messages);
  const percentage = (used / messages) * 100;
  return {
    ...plan,
    messages_remaining: Math.max(0, messages - used),
    overage_messages: overage,
    overage_rate: overageRate,
    overage_cost: toTwoDecimals(overage * (overageRate ?? 0)),
    usage_percentage: toTwoDecimals(percentage),
    status: percentage >= BILLING_ALERTS[1] ? 'over' : percentage >= BILLING_ALERTS[0] ? 'near' : 'within',
  };
}

const toTwoDecimals = (value: number) => Math.round((value + Number.EPSILON) * 100) / 100;
