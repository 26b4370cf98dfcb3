import type { PlanTier } from '@landline/event-schemas';

/** A plan (spec 002 §9); null: negotiated, and not limited. */
export interface Plan {
  readonly name: string;
  /** US dollars. */
  readonly monthlyPrice: number | null;
  /** Answers of the assistant a month. */
  readonly messages: number | null;
  readonly pages: number | null;
  /** US dollars for each answer beyond them. The calculator's plans of the same price name it. */
  readonly overageRate: number | null;
}

export const PLANS: Readonly<Record<PlanTier, Plan>> = {
  starter: { name: 'Starter', monthlyPrice: 99, messages: 1_000, pages: 500, overageRate: 0.08 },
  pro: { name: 'Pro', monthlyPrice: 249, messages: 4_000, pages: 2_500, overageRate: 0.04 },
  elite: { name: 'Elite', monthlyPrice: null, messages: null, pages: null, overageRate: null },
};

/** Percentages of a month's messages that are warned of. Nothing is ever cut off. */
export const BILLING_ALERTS = [80, 100] as const;
