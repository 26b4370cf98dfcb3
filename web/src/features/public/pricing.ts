import type { PriceList } from '@landline/api/billing/contract';
import { type PlanTier, planTier } from '@landline/event-schemas';

/** A plan as the pricing page shows it (spec 002 §3). The overage rate is known and not shown there (§9). */
export interface PricingTier {
  name: string;
  description: string;
  monthlyPrice: number | null;
  messages: number | null;
  overageRate: number | null;
  features: readonly string[];
  popular: boolean;
  cta: string;
}

const count = (value: number) => value.toLocaleString('en-US');

interface Described {
  description: string;
  features: readonly string[];
  popular?: true;
}

function tier(
  { name, monthlyPrice, messages, overageRate, pages }: PriceList[PlanTier],
  { description, features, popular }: Described,
): PricingTier {
  const amounts =
    messages === null || pages === null
      ? ['Messages by agreement', 'Pages by agreement']
      : [`${count(messages)} messages a month`, `${count(pages)} pages`];
  return {
    name,
    description,
    monthlyPrice,
    messages,
    overageRate,
    features: [...amounts, ...features],
    popular: popular ?? false,
    cta: 'Contact Sales',
  };
}

const DESCRIBED: Readonly<Record<PlanTier, Described>> = {
  starter: {
    description: 'For one website whose visitors ask the same questions every day.',
    features: ['Widget in your colors', 'Usage and answer quality'],
  },
  pro: {
    description: 'For larger websites, and for teams that look after their answers.',
    features: ['Widget in your colors', 'Usage and answer quality', 'Content requests within 24-48 hours'],
    popular: true,
  },
  elite: {
    description: 'For volumes and terms of your own.',
    features: [
      'Widget in your colors',
      'Usage and answer quality',
      'Content requests within 24-48 hours',
      'Terms by agreement',
    ],
  },
};

/** The plans of a price list, as they are shown. */
export const pricingTiers = (plans: PriceList): PricingTier[] =>
  planTier.options.map((of) => tier(plans[of], DESCRIBED[of]));

type Plan = PriceList[PlanTier];
/** What the detailed comparison shows, plan by plan. */
export const COMPARISON: readonly { feature: string; of: (plan: Plan) => string }[] = [
  { feature: 'Price a month', of: ({ monthlyPrice }) => priceOf(monthlyPrice) },
  { feature: 'AI messages a month', of: ({ messages }) => amountOf(messages) },
  { feature: 'Pages that the assistant learns', of: ({ pages }) => amountOf(pages) },
  { feature: 'Sources with every answer', of: () => 'Yes' },
  { feature: 'Widget in your colors', of: () => 'Yes' },
  { feature: 'Analytics and shared reports', of: () => 'Yes' },
  { feature: 'Conversations cut off at the limit', of: () => 'Never' },
];

export const priceOf = (price: number | null) => (price === null ? 'Custom' : `$${count(price)}`);
const amountOf = (amount: number | null) => (amount === null ? 'By agreement' : count(amount));

export const PRICING_FAQ: readonly { question: string; answer: string }[] = [
  {
    question: 'What counts as a message?',
    answer: "Only the AI assistant's responses count. Your visitors' questions do not.",
  },
  {
    question: 'What happens when the messages of a month are used up?',
    answer:
      'The assistant goes on answering: no conversation is cut off. You are warned at 80 % and at 100 % of your plan.',
  },
  {
    question: 'When does a month begin?',
    answer: 'On its first day at midnight, in the time zone of your account.',
  },
  {
    question: 'Can the plan be changed?',
    answer: 'Yes, at any time. A month is billed by the plan that it ends with.',
  },
];
