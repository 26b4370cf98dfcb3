import type { PriceList } from '@landline/api/assistant/billing/contract';

/** Plans as the calculator names them (spec 002 §9), with their tiers in the price list. */
export const ROI_PLANS = {
  basic: { name: 'Basic', tier: 'starter' },
  premium: { name: 'Premium', tier: 'pro' },
  custom: { name: 'Custom', tier: 'elite' },
} as const;
export const ROI_PLAN_KEYS = ['basic', 'premium', 'custom'] as const;
export type RoiPlan = (typeof ROI_PLAN_KEYS)[number];
type Terms = Pick<PriceList['starter'], 'monthlyPrice' | 'messages' | 'overageRate'>;

/** Default inputs (spec 002 §3, §9): rates in percent, response times in hours. */
export const ROI_DEFAULTS = {
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
};
export type RoiInputs = Record<keyof typeof ROI_DEFAULTS, number>;

const MONTHS = 12;
/** Constants of spec 002 §9. */
const MAX_AUTOMATION_RATE = 0.8;
const EFFICIENCY_GAIN = 0.2;
const MESSAGES_PER_USER = 1.5;
const SATISFACTION_IMPROVEMENT = 15;
const BOT_RESPONSE_MINUTES = 0.5;

/**
 * Calculates savings and costs (spec 002 §3). Results that depend on the cost are null if the plan's price is
 * negotiable; the payback period is also null if nothing is saved. The Methodology card explains the choices that the
 * specification leaves open.
 */
export function roiOf(inputs: RoiInputs, terms: Terms) {
  const { supportTicketsPerMonth: tickets, avgSupportCostPerTicket: cost } = inputs;
  const monthlyBotUsers = (inputs.monthlyVisitors * inputs.expectedChatbotUsage) / 100;
  const monthlyBotResolutions = (monthlyBotUsers * inputs.expectedResolutionRate) / 100;
  const reducedSupportTickets = Math.min(monthlyBotResolutions, tickets * MAX_AUTOMATION_RATE);
  const monthlySavingsFromReduction = reducedSupportTickets * cost;
  const monthlyEfficiencyGains = (tickets - reducedSupportTickets) * cost * EFFICIENCY_GAIN;
  const totalMonthlySavings = monthlySavingsFromReduction + monthlyEfficiencyGains;
  const totalAnnualSavings = totalMonthlySavings * MONTHS;
  const estimatedMonthlyMessages = monthlyBotUsers * MESSAGES_PER_USER;
  const monthlyChatbotCost = costOf(terms, estimatedMonthlyMessages);
  const annualChatbotCost = monthlyChatbotCost === null ? null : monthlyChatbotCost * MONTHS;
  const netAnnualSavings = annualChatbotCost === null ? null : totalAnnualSavings - annualChatbotCost;
  return {
    currentMonthlySupportCost: tickets * cost,
    currentAnnualSupportCost: tickets * cost * MONTHS,
    monthlyBotUsers,
    monthlyBotResolutions,
    reducedSupportTickets,
    monthlySavingsFromReduction,
    monthlyEfficiencyGains,
    totalMonthlySavings,
    totalAnnualSavings,
    monthlyChatbotCost,
    annualChatbotCost,
    netAnnualSavings,
    roiPercentage:
      netAnnualSavings === null || !annualChatbotCost ? null : (netAnnualSavings / annualChatbotCost) * 100,
    paybackPeriodMonths:
      annualChatbotCost === null || totalMonthlySavings <= 0 ? null : annualChatbotCost / totalMonthlySavings,
    customerSatisfactionImprovement: SATISFACTION_IMPROVEMENT,
    responseTimeImprovement: improvementFrom(inputs.currentResponseTime * 60),
    estimatedMonthlyMessages,
  };
}

export type RoiResults = ReturnType<typeof roiOf>;

/** Returns a plan's monthly price including overage. */
function costOf({ monthlyPrice, messages: included, overageRate }: Terms, messages: number): number | null {
  if (monthlyPrice === null || included === null || overageRate === null) return null;
  return monthlyPrice + Math.max(0, messages - included) * overageRate;
}

/** Returns the percentage by which the assistant shortens a response time given in minutes. */
function improvementFrom(minutes: number): number {
  if (minutes <= BOT_RESPONSE_MINUTES) return 0;
  return ((minutes - BOT_RESPONSE_MINUTES) / minutes) * 100;
}

/** Parses an input: invalid and negative values become 0, percentages are at most 100 (spec 002 §5). */
export function toInput(name: keyof RoiInputs, value: unknown): number {
  const number = typeof value === 'number' ? value : Number.parseFloat(String(value));
  if (!Number.isFinite(number) || number < 0) return 0;
  return isPercentage(name) ? Math.min(100, number) : number;
}

const PERCENTAGES: ReadonlySet<keyof RoiInputs> = new Set([
  'currentResolutionRate',
  'expectedChatbotUsage',
  'expectedResolutionRate',
  'customerSatisfactionGoal',
]);
export const isPercentage = (name: keyof RoiInputs) => PERCENTAGES.has(name);
