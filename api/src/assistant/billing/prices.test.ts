import { expect, test } from 'vitest';
import { PLANS } from './contract.ts';
import { pricesAt } from './prices.ts';

const dearer = { ...PLANS, pro: { ...PLANS.pro, monthlyPrice: 299 } };
const lists = [
  { at: 1_000, content: PLANS },
  { at: 2_000, content: dearer },
];

test('bills a month by the price list at its end', () => {
  expect(pricesAt([], 5)).toBe(PLANS);
  expect(pricesAt(lists, 500)).toBe(PLANS);
  expect(pricesAt(lists, 2_000)).toBe(PLANS);
  expect(pricesAt(lists, 2_001)).toBe(dearer);
  expect(pricesAt(lists)).toBe(dearer);
});

test("has the prices of spec 002 §9 with the calculator's overage", () => {
  expect(PLANS).toEqual({
    starter: { name: 'Starter', monthlyPrice: 99, messages: 1_000, pages: 500, overageRate: 0.08 },
    pro: { name: 'Pro', monthlyPrice: 249, messages: 4_000, pages: 2_500, overageRate: 0.04 },
    elite: { name: 'Elite', monthlyPrice: null, messages: null, pages: null, overageRate: null },
  });
});
