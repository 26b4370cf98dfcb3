import { planTier } from '@landline/event-schemas';
import { z } from 'zod';

const count = z.int();
const share = z.number().min(0).max(1);

/**
 * GET /api/admin/ai-system-config (spec 002 §3): answers of the last 30 days. What is not measured (tokens, cost) is not here.
 */
export const aiSystemConfig = z.object({
  success: z.literal(true),
  data: z.object({
    qualityMetrics: z.object({
      totalResponses: count,
      /** Null without answers. */
      averageScore: share.nullable(),
      averageConfidence: share.nullable(),
      qualityDistribution: z.object({ excellent: count, good: count, fair: count, poor: count }),
    }),
    modelSettings: z.object({
      /** Null where answers are quoted from the pages. */
      primaryModel: z.string().nullable(),
      /** Clients with pages to answer from. */
      activeClients: count,
      passages: count,
    }),
  }),
});
export type AiSystemConfig = z.infer<typeof aiSystemConfig>['data'];

/** GET /api/admin/client-system-status (spec 002 §3): today is UTC's, domains are of the last 30 days. */
export const clientSystemStatus = z.object({
  success: z.literal(true),
  data: z.object({
    clientStats: z.object({
      totalActiveClients: count,
      /** The part of them that somebody signed in to, or whose assistant was asked, in the last 7 days. */
      activityRate: share.nullable(),
      messagesToday: count,
      planDistribution: z.record(planTier, count),
    }),
    widgetDeployment: z.object({
      activeWidgets: count,
      loadsToday: count,
      uniqueDomains: count,
      topDomains: z.array(z.object({ name: z.string(), loads: count, messages: count })),
    }),
    contentStatus: z.object({
      totalPages: count,
      /** In days; null before the first page was read. */
      avgContentAge: z.number().nullable(),
      scrapingQueue: count,
      lastScrapeTime: z.iso.datetime().nullable(),
      pagesScrapedToday: count,
      scrapeSuccessRate: share.nullable(),
    }),
    brandingSettings: z.object({ customBrandedClients: count, defaultBrandingClients: count }),
  }),
});
export type ClientSystemStatus = z.infer<typeof clientSystemStatus>['data'];

/** GET /api/admin/security-config (spec 002 §3): of this moment, but for what names another time. */
export const securityConfig = z.object({
  success: z.literal(true),
  data: z.object({
    attackDetection: z.object({
      /** Addresses and accounts that are refused at the sign-in now. */
      blockedNow: count,
      /** Sessions of the last 24 hours that ended because a used-up token came back. */
      replayedTokens24h: count,
    }),
    rateLimitingStatus: z.object({
      isActive: z.literal(true),
      /** In minutes. */
      windowSize: count,
      /** Attempts that fail, of one account from one address. */
      requestLimit: count,
      /** What counts at the moment. */
      activeLimits: count,
    }),
    securityHealth: z.object({
      overallScore: share,
      checks: z.array(z.object({ name: z.string(), status: z.enum(['pass', 'fail']), note: z.string() })),
    }),
    authMetrics: z.object({
      activeSessions: count,
      signIns24h: count,
      /** In the window of the limit: those that were forgotten by it are not counted any more. */
      failedLogins: count,
    }),
  }),
});
export type SecurityConfig = z.infer<typeof securityConfig>['data'];
