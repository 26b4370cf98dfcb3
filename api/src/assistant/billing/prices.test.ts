import { expect, test } from 'vitest';
import { PLANS } from './contract.ts';
import { pricesAt } from './prices.ts';

const moreExpensive = { ...PLANS, pro: { ...PLANS.pro, monthlyPrice: 299 } };
const lists = [
  { at: '2026-01-01T00:00:00.000Z', content: PLANS },
  { at: '2026-02-01T00:00:00.000Z', content: moreExpensive },
];

test('bills a month by the price list at its end', () => {
  expect(pricesAt([], '2026-01-15T00:00:00.000Z')).toBe(PLANS);
  expect(pricesAt(lists, '2025-12-01T00:00:00.000Z')).toBe(PLANS);
  expect(pricesAt(lists, '2026-02-01T00:00:00.000Z')).toBe(PLANS);
  expect(pricesAt(lists, '2026-02-01T00:00:00.001Z')).toBe(moreExpensive);
  expect(pricesAt(lists)).toBe(moreExpensive);
});

test("has the prices of spec 002 §9 with the calculator's overage", () => {
  expect(PLANS).toEqual({
    starter: { name: 'Starter', monthlyPrice: 99, messages: 1_000, pages: 500, overageRate: 0.08 },
    pro: { name: 'Pro', monthlyPrice: 249, messages: 4_000, pages: 2_500, overageRate: 0.04 },
    elite: { name: 'Elite', monthlyPrice: null, messages: null, pages: null, overageRate: null },
  });
});
