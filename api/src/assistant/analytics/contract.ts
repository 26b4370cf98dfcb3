import { contentFilterLevel } from '@landline/event-schemas';
import { z } from 'zod';
import { billingInfo } from '../billing/contract.ts';

/** Timeframes in days (spec 002 §7). */
export const TIMEFRAMES = { '7d': 7, '30d': 30, '90d': 90, '180d': 180, '1y': 365 } as const;
const timeframe = z.enum(Object.keys(TIMEFRAMES) as (keyof typeof TIMEFRAMES)[]);
export type Timeframe = z.infer<typeof timeframe>;

/** Text that the user types to confirm a reset (spec 002 §5). */
export const RESET_CONFIRMATION = 'DELETE_ALL_DATA';

/** Query parameters of every view (spec 002 §7). For client users, `clientId` must be omitted or be their own client's id. */
export const analyticsQuery = z.object({
  clientId: z.string().max(100).optional(),
  timeframe: timeframe.default('30d'),
  filterContent: z.enum(['true', 'false']).default('true'),
  filterLevel: contentFilterLevel.default('basic'),
});
export type AnalyticsQuery = z.output<typeof analyticsQuery>;

const viewScope = z.object({
  /** Null for all clients. */
  clientId: z.string().nullable(),
  timeframe,
  /** First and last day, `YYYY-MM-DD` in the client's time zone; UTC for all clients. */
  from: z.string(),
  to: z.string(),
  filterContent: z.boolean(),
  filterLevel: contentFilterLevel,
});

const dailyUsage = z.object({
  date: z.string(),
  total_messages: z.int(),
  ai_messages_count: z.int(),
  /** Visitors' questions, which are not billed. */
  non_billable_count: z.int(),
});
export type DailyUsage = z.infer<typeof dailyUsage>;

const usageStats = z.object({
  total_messages: z.int(),
  ai_responses: z.int(),
  user_messages: z.int(),
  /**
   * Conversations that began in this period; the content filter does not apply. An earlier conversation does not count, but
   * its messages in this period count toward `total_messages`.
   */
  unique_sessions: z.int(),
  /** `total_messages` divided by `unique_sessions`; 0 without sessions. */
  average_messages_per_session: z.number(),
});

/** Response time percentiles in milliseconds; null if there are no answers. */
const percentiles = z.object({ p50: z.int(), p90: z.int(), p95: z.int() }).nullable();

/** GET /api/ai/analytics/usage-analytics */
export const usageAnalytics = viewScope.extend({
  clientName: z.string().nullable(),
  usage_stats: usageStats,
  /** Messages excluded by the content filter. */
  filtered_messages: z.int(),
  daily_usage: z.array(dailyUsage),
  load_stats: z.object({
    total_loads: z.int(),
    dynamic_loads: z.int(),
    direct_loads: z.int(),
    unique_domains: z.int(),
  }),
  top_domains: z.array(z.object({ domain: z.string(), load_count: z.int() })),
  response_times: z.object({ first_word: percentiles, whole_answer: percentiles }),
  /**
   * AI answers in the current billing month, whatever the timeframe, content filter or last reset; null when all clients
   * are selected.
   */
  ai_messages_this_month: z.int().nullable(),
  billing_info: billingInfo.nullable(),
});
export type UsageAnalytics = z.infer<typeof usageAnalytics>;

/** Questions that share most of their words. */
const questionGroup = z.object({
  question: z.string(),
  count: z.int(),
  /** Number of different wordings. */
  variants: z.int(),
  answered: z.int(),
  average_score: z.number().nullable(),
  thumbs_up: z.int(),
  thumbs_down: z.int(),
  last_asked_at: z.iso.datetime(),
});
export type QuestionGroup = z.infer<typeof questionGroup>;

/** GET /api/ai/analytics/faq-analytics */
export const faqAnalytics = viewScope.extend({
  total_questions: z.int(),
  questions: z.array(questionGroup),
});
export type FaqAnalytics = z.infer<typeof faqAnalytics>;

/** Lower bounds of the quality bands (spec 002 §9). */
export const QUALITY_BANDS = [
  { band: 'Excellent', from: 0.8 },
  { band: 'Good', from: 0.6 },
  { band: 'Fair', from: 0.4 },
  { band: 'Poor', from: 0 },
] as const;
export type QualityBand = (typeof QUALITY_BANDS)[number]['band'];
export const qualityBandOf = (score: number): QualityBand =>
  QUALITY_BANDS.find(({ from }) => score >= from)?.band ?? 'Poor';

/** GET /api/ai/analytics/answer-quality-analytics */
export const answerQualityAnalytics = viewScope.extend({
  totalResponses: z.int(),
  /** Answers rated by a visitor, approved or corrected by staff or the client, or given to a golden question. */
  judgedResponses: z.int(),
  /** Results of each client's last golden run in this period; included in `judgedResponses`. */
  goldenResults: z.object({ passed: z.int(), failed: z.int() }),
  /** Average over `judgedResponses`; null if there are none. */
  averageScore: z.number().nullable(),
  averageConfidence: z.number().nullable(),
  qualityDistribution: z.object({ excellent: z.int(), good: z.int(), fair: z.int(), poor: z.int() }),
  /** Excludes failed answers. */
  unanswered: z.int(),
  failed: z.int(),
  thumbs_up: z.int(),
  thumbs_down: z.int(),
  daily_quality: z.array(z.object({ date: z.string(), responses: z.int(), average_score: z.number() })),
});
export type AnswerQualityAnalytics = z.infer<typeof answerQualityAnalytics>;

/** GET /api/ai/analytics/word-cloud: number of questions that contain each word. */
export const wordCloud = viewScope.extend({
  total_questions: z.int(),
  words: z.array(z.object({ word: z.string(), count: z.int() })),
});
export type WordCloud = z.infer<typeof wordCloud>;

/** GET /api/ai/analytics/gaps: unanswered questions, failed answers and answers rated down, open ones first. */
export const gapQueue = viewScope.extend({
  gaps: z.array(
    z.object({
      /** Id of the most frequent wording. */
      id: z.string(),
      /** True if a content request exists for any wording of this question. */
      requested: z.boolean(),
      /** True if an answer was approved for any wording. */
      approved: z.boolean(),
      question: z.string(),
      count: z.int(),
      /** Includes failed answers. */
      unanswered: z.int(),
      rated_down: z.int(),
      last_asked_at: z.iso.datetime(),
      clientId: z.string(),
      clientName: z.string(),
      conversationId: z.string(),
      questionId: z.string(),
    }),
  ),
});
export type GapQueue = z.infer<typeof gapQueue>;

/** GET /api/ai/analytics/shareable-analytics and GET /api/ai/analytics/shareable-analytics/:clientId */
export const shareableReport = z.object({
  client_name: z.string(),
  report_period: z.object({ timeframe, from: z.string(), to: z.string() }),
  generated_at: z.iso.datetime(),
  filter: z.object({ filterContent: z.boolean(), filterLevel: contentFilterLevel }),
  billing_summary: z.object({
    month: z.string(),
    billable_messages_used: z.int(),
    included_messages: z.int().nullable(),
    usage_percentage: z.number().nullable(),
    overage_cost: z.number(),
  }),
  usage_stats: usageStats,
  daily_usage: z.array(dailyUsage),
  load_stats: usageAnalytics.shape.load_stats,
  answer_quality: answerQualityAnalytics.pick({
    totalResponses: true,
    averageScore: true,
    averageConfidence: true,
    qualityDistribution: true,
    thumbs_up: true,
    thumbs_down: true,
  }),
});
export type ShareableReport = z.infer<typeof shareableReport>;

/** Validity of a report link, in days. */
export const LINK_DAYS = { min: 1, max: 90, default: 7 } as const;

/** POST /api/ai/analytics/shareable-analytics/:clientId/link */
export const shareLinkBody = analyticsQuery.omit({ clientId: true }).extend({
  expiresInDays: z.int().min(LINK_DAYS.min).max(LINK_DAYS.max).default(LINK_DAYS.default),
});
export const shareLink = z.object({ url: z.string(), expires_at: z.iso.datetime() });
export type ShareLink = z.infer<typeof shareLink>;

/** GET /api/public/analytics-report/:token */
export const publicReport = z.object({ report: shareableReport, expires_at: z.iso.datetime() });
export type PublicReport = z.infer<typeof publicReport>;

/** DELETE /api/ai/analytics/reset-client-data/:clientId */
export const resetBody = z.object({ confirmation: z.string().max(100).optional() });

/** GET /api/ai/analytics/export: a view's table as CSV. */
export const exportQuery = analyticsQuery.extend({ view: z.enum(['usage', 'faq', 'gaps', 'words']) });
