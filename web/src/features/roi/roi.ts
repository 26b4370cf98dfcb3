import type { PriceList } from '@landline/api/billing/contract';

/** The calculator's plans (spec 002 §9): its own names for those of the price list. */
export const ROI_PLANS = {
  basic: { name: 'Basic', tier: 'starter' },
  premium: { name: 'Premium', tier: 'pro' },
  custom: { name: 'Custom', tier: 'elite' },
} as const;
export const ROI_PLAN_KEYS = ['basic', 'premium', 'custom'] as const;
export type RoiPlan = (typeof ROI_PLAN_KEYS)[number];
type Terms = Pick<PriceList['starter'], 'monthlyPrice' | 'messages' | 'overageRate'>;

/** Spec 002 §3. Rates in percent, times of response in hours. */
export interface RoiInputs {
  monthlyVisitors: number;
  supportTicketsPerMonth: number;
  avgSupportCostPerTicket: number;
  avgSupportAgentSalary: number;
  currentResponseTime: number;
  currentResolutionRate: number;
  expectedChatbotUsage: number;
  expectedResolutionRate: number;
  desiredResponseTime: number;
  customerSatisfactionGoal: number;
}

/** Spec 002 §9. */
export const ROI_DEFAULTS: RoiInputs = {
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

/** Spec 002 §3; null: it cannot be said, as the plan's price is negotiated or nothing is saved. */
export interface RoiResults {
  currentAnnualSupportCost: number;
  currentMonthlySupportCost: number;
  monthlyBotUsers: number;
  monthlyBotResolutions: number;
  reducedSupportTickets: number;
  monthlySavingsFromReduction: number;
  monthlyEfficiencyGains: number;
  totalMonthlySavings: number;
  totalAnnualSavings: number;
  monthlyChatbotCost: number | null;
  annualChatbotCost: number | null;
  netAnnualSavings: number | null;
  roiPercentage: number | null;
  paybackPeriodMonths: number | null;
  customerSatisfactionImprovement: number;
  responseTimeImprovement: number;
  estimatedMonthlyMessages: number;
}

const MONTHS = 12;
/** Rules of spec 002 §9. */
const MOST_AUTOMATED = 0.8;
const EFFICIENCY_GAIN = 0.2;
const MESSAGES_PER_USER = 1.5;
const SATISFACTION_IMPROVEMENT = 15;
const BOT_RESPONSE_MINUTES = 0.5;

/** What the assistant saves and costs. What the specification leaves open is chosen, and said in the methodology. */
export function roiOf(inputs: RoiInputs, terms: Terms): RoiResults {
  const { supportTicketsPerMonth: tickets, avgSupportCostPerTicket: cost } = inputs;
  const monthlyBotUsers = (inputs.monthlyVisitors * inputs.expectedChatbotUsage) / 100;
  const monthlyBotResolutions = (monthlyBotUsers * inputs.expectedResolutionRate) / 100;
  const reducedSupportTickets = Math.min(monthlyBotResolutions, tickets * MOST_AUTOMATED);
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

/** A plan's price, and what goes beyond its messages. */
function costOf({ monthlyPrice, messages: included, overageRate }: Terms, messages: number): number | null {
  if (monthlyPrice === null || included === null || overageRate === null) return null;
  return monthlyPrice + Math.max(0, messages - included) * overageRate;
}

/** How much of the present time to a response, in minutes, is gone when the assistant takes half a minute. */
function improvementFrom(minutes: number): number {
  if (minutes <= BOT_RESPONSE_MINUTES) return 0;
  return ((minutes - BOT_RESPONSE_MINUTES) / minutes) * 100;
}

/** Numeric inputs parse to numbers, invalid becomes 0; nothing is less than 0, and percentages are at most 100 (spec 002 §5). */
export function toInput(name: keyof RoiInputs, value: unknown): number {
  const number = typeof value === 'number' ? value : Number.parseFloat(String(value));
  if (!Number.isFinite(number) || number < 0) return 0;
  return PERCENTAGES.has(name) ? Math.min(100, number) : number;
}

const PERCENTAGES: ReadonlySet<keyof RoiInputs> = new Set([
  'currentResolutionRate',
  'expectedChatbotUsage',
  'expectedResolutionRate',
  'customerSatisfactionGoal',
]);
export const isPercentage = (name: keyof RoiInputs) => PERCENTAGES.has(name);
