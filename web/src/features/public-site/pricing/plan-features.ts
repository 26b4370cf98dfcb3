import type { PriceList } from '@landline/api/assistant/billing/contract';
import { type PlanTier, planTier } from '@landline/event-schemas';

const count = (value: number) => value.toLocaleString('en-US');

const WIDGET_AND_ANALYTICS = ['Widget in your colors', 'Usage and answer quality analytics'];
const REQUESTS = 'Content requests processed within 24-48 hours';

const DESCRIPTIONS: Readonly<Record<PlanTier, { description: string; features: readonly string[] }>> = {
  starter: {
    description: 'For one website whose visitors ask the same questions every day.',
    features: WIDGET_AND_ANALYTICS,
  },
  pro: {
    description: 'For larger websites and teams that manage their content.',
    features: [...WIDGET_AND_ANALYTICS, REQUESTS],
  },
  elite: {
    description: 'For high volumes and custom terms.',
    features: [...WIDGET_AND_ANALYTICS, REQUESTS, 'Custom terms'],
  },
};

/** Returns the plans of the pricing page (spec 002 §3), without overage rates (§9). */
export const pricingTiers = (plans: PriceList) =>
  planTier.options.map((tier) => {
    const { name, monthlyPrice, messages, pages } = plans[tier];
    const { description, features } = DESCRIPTIONS[tier];
    const amounts =
      messages === null || pages === null
        ? ['Custom message volume', 'Custom page limit']
        : [`${count(messages)} messages a month`, `${count(pages)} pages`];
    return {
      name,
      description,
      monthlyPrice,
      features: [...amounts, ...features],
      isPopular: tier === 'pro',
    };
  });

type Plan = PriceList[PlanTier];
/** Rows of the detailed comparison. */
export const COMPARISON: readonly { feature: string; of: (plan: Plan) => string }[] = [
  { feature: 'Price per month', of: ({ monthlyPrice }) => priceOf(monthlyPrice) },
  { feature: 'AI messages per month', of: ({ messages }) => amountOf(messages) },
  { feature: 'Pages the assistant can learn', of: ({ pages }) => amountOf(pages) },
  { feature: 'Answers that cite their sources', of: () => 'Yes' },
  { feature: 'Widget in your colors', of: () => 'Yes' },
  { feature: 'Analytics and shared reports', of: () => 'Yes' },
  { feature: 'Conversations cut off at the message limit', of: () => 'Never' },
];

export const priceOf = (price: number | null) => (price === null ? 'Custom' : `$${count(price)}`);
const amountOf = (amount: number | null) => (amount === null ? 'Custom' : count(amount));

export const PRICING_FAQ: readonly { question: string; answer: string }[] = [
  {
    question: 'What counts as a message?',
    answer: "Only the AI assistant's responses count. Your visitors' questions do not.",
  },
  {
    question: 'What happens when I use all of my monthly messages?',
    answer:
      'The assistant keeps answering, and no conversation is cut off. We alert you at 80% and 100% of your plan.',
  },
  {
    question: 'When does a billing month start?',
    answer: "At midnight on the first day of the month, in your account's time zone.",
  },
  {
    question: 'Can I change my plan?',
    answer: 'Yes, at any time. Each month is billed at the plan in effect when the month ends.',
  },
];
