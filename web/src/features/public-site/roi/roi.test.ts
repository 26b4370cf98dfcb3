import { PLANS } from '@landline/api/assistant/billing/contract';
import { expect, test } from 'vitest';
import { ROI_DEFAULTS, ROI_PLANS, type RoiInputs, type RoiPlan, roiOf, toInput } from './roi.ts';

/** Spec 002 §9: Basic 99 for 1,000, overage 0.08; Premium 249 for 4,000, overage 0.04; Custom unlimited. */
const termsOf = (plan: RoiPlan) => PLANS[ROI_PLANS[plan].tier];

/** Worked example of the defaults: 10,000 × 35% = 3,500 users; × 75% = 2,625 resolutions; 80% of 500 tickets = 400. */
const DEFAULTS = {
  currentMonthlySupportCost: 10_000,
  currentAnnualSupportCost: 120_000,
  monthlyBotUsers: 3_500,
  monthlyBotResolutions: 2_625,
  reducedSupportTickets: 400,
  monthlySavingsFromReduction: 8_000,
  monthlyEfficiencyGains: 400, // 100 tickets × $20 × 20%
  totalMonthlySavings: 8_400,
  totalAnnualSavings: 100_800,
  estimatedMonthlyMessages: 5_250,
  customerSatisfactionImprovement: 15,
};

test.each<[RoiPlan, number, number, number, number, number]>([
  // Cost 99 + 4,250 × 0.08 = 439, × 12 = 5,268; net 100,800 − 5,268; ROI 95,532 ÷ 5,268; payback 5,268 ÷ 8,400
  ['basic', 439, 5_268, 95_532, 1813.44, 0.63],
  // Cost 249 + 1,250 × 0.04 = 299, × 12 = 3,588; net 100,800 − 3,588; ROI 97,212 ÷ 3,588; payback 3,588 ÷ 8,400
  ['premium', 299, 3_588, 97_212, 2709.36, 0.43],
])('calculates savings and cost of the defaults on %s', (plan, monthly, annual, net, roi, payback) => {
  const results = roiOf(ROI_DEFAULTS, termsOf(plan));
  expect(results).toMatchObject({
    ...DEFAULTS,
    monthlyChatbotCost: monthly,
    annualChatbotCost: annual,
    netAnnualSavings: net,
  });
  expect(results.roiPercentage).toBeCloseTo(roi, 2);
  expect(results.paybackPeriodMonths).toBeCloseTo(payback, 2);
  // (1,440 − 0.5) ÷ 1,440 minutes
  expect(results.responseTimeImprovement).toBeCloseTo(99.965, 3);
});

test('returns null for cost-based results when the price is negotiable', () => {
  expect(roiOf(ROI_DEFAULTS, termsOf('custom'))).toMatchObject({
    ...DEFAULTS,
    monthlyChatbotCost: null,
    annualChatbotCost: null,
    netAnnualSavings: null,
    roiPercentage: null,
    paybackPeriodMonths: null,
  });
});

const withInputs = (inputs: Partial<RoiInputs>) => roiOf({ ...ROI_DEFAULTS, ...inputs }, termsOf('premium'));

test('does not cap ticket reductions below 80% of the tickets', () => {
  // 1,000 × 35% × 75% = 262.5 tickets; 237.5 remain
  expect(withInputs({ monthlyVisitors: 1_000 })).toMatchObject({
    reducedSupportTickets: 262.5,
    monthlySavingsFromReduction: 5_250,
    monthlyEfficiencyGains: 950,
    estimatedMonthlyMessages: 525,
    monthlyChatbotCost: 249,
  });
});

test('charges no overage when messages equal the allowance', () => {
  // 2,666.67 users × 1.5 = 4,000
  expect(
    withInputs({ monthlyVisitors: 8_000, expectedChatbotUsage: 100 / 3 }).monthlyChatbotCost,
  ).toBeCloseTo(249, 6);
});

test('returns no savings and no payback without tickets', () => {
  expect(withInputs({ supportTicketsPerMonth: 0 })).toMatchObject({
    totalAnnualSavings: 0,
    paybackPeriodMonths: null,
    roiPercentage: -100,
  });
});

test('reports no improvement when responses are already as fast as the assistant', () => {
  expect(withInputs({ currentResponseTime: 0 }).responseTimeImprovement).toBe(0);
  expect(withInputs({ currentResponseTime: 0.5 / 60 }).responseTimeImprovement).toBe(0);
});

test.each([
  ['monthlyVisitors', 'abc', 0],
  ['monthlyVisitors', '', 0],
  ['monthlyVisitors', '12.5', 12.5],
  ['monthlyVisitors', -3, 0],
  ['expectedChatbotUsage', 101, 100],
  ['expectedChatbotUsage', '100', 100],
  ['expectedResolutionRate', -1, 0],
] as const)('parses %s %j as %d', (name, value, expected) => {
  expect(toInput(name, value)).toBe(expected);
});

test('uses the defaults of spec 002 §9', () => {
  expect(ROI_DEFAULTS).toEqual({
    monthlyVisitors: 10_000,
    supportTicketsPerMonth: 500,
    avgSupportCostPerTicket: 20,
    avgSupportAgentSalary: 45_000,
    currentResponseTime: 24,
    currentResolutionRate: 70,
    expectedChatbotUsage: 35,
    expectedResolutionRate: 75,
    desiredResponseTime: 0.5,
    customerSatisfactionGoal: 85,
  });
});

test('caps ticket reductions at 80% of the tickets', () => {
  // 1,524 × 35% × 75% = 400.05, 1,523 × 35% × 75% = 399.79 of 500 tickets
  expect(withInputs({ monthlyVisitors: 1_524 }).reducedSupportTickets).toBe(400);
  expect(withInputs({ monthlyVisitors: 1_523 }).reducedSupportTickets).toBeCloseTo(399.7875, 6);
});
