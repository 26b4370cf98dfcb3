import { expect, test } from 'vitest';
import { billingInfo } from './billing-info.ts';
import { PLANS } from './contract.ts';

// Computed by hand: (used − included) × rate, used ÷ included.
test.each([
  ['starter', 0, 1000, 0, 0, 0, 'within'],
  ['starter', 1, 999, 0, 0, 0.1, 'within'],
  ['starter', 799, 201, 0, 0, 79.9, 'within'],
  ['starter', 800, 200, 0, 0, 80, 'near'],
  ['starter', 999, 1, 0, 0, 99.9, 'near'],
  ['starter', 1000, 0, 0, 0, 100, 'over'],
  ['starter', 1001, 0, 1, 0.08, 100.1, 'over'],
  ['starter', 1333, 0, 333, 26.64, 133.3, 'over'],
  ['pro', 1, 3999, 0, 0, 0.03, 'within'],
  ['pro', 3200, 800, 0, 0, 80, 'near'],
  ['pro', 4000, 0, 0, 0, 100, 'over'],
  ['pro', 5250, 0, 1250, 50, 131.25, 'over'],
] as const)(
  '%s with %d answers: %d left, %d over for $%d, %d%%, %s',
  (tier, used, left, over, cost, percentage, status) => {
    expect(billingInfo(PLANS, tier, used)).toMatchObject({
      plan_tier: tier,
      messages_remaining: left,
      overage_messages: over,
      overage_cost: cost,
      usage_percentage: percentage,
      status,
    });
  },
);

test('has no limit and no percentage for Elite', () => {
  expect(billingInfo(PLANS, 'elite', 1_000_000)).toMatchObject({
    included_messages: null,
    messages_remaining: null,
    overage_messages: 0,
    overage_cost: 0,
    usage_percentage: null,
    status: 'unlimited',
  });
});
