import { planTier } from '@landline/event-schemas';
import { z } from 'zod';

const count = z.int();
const share = z.number().min(0).max(1);
/** US dollars; null where the price of a model is not known. */
const cost = z.number().nullable();
const named = z.array(z.object({ name: z.string(), count }));

/** GET /api/admin/ai-system-config (spec 002 §3): answers of the last 30 days. */
export const aiSystemConfig = z.object({
  success: z.literal(true),
  data: z.object({
    openaiUsage: z.object({
      totalTokens: count,
      inputTokens: count,
      outputTokens: count,
      totalCost: cost,
      note: z.string(),
      modelBreakdown: z.array(z.object({ model: z.string(), answers: count, tokens: count, cost })),
    }),
    qualityMetrics: z.object({
      totalResponses: count,
      /** Null without answers. */
      averageScore: share.nullable(),
      averageConfidence: share.nullable(),
      qualityDistribution: z.object({ excellent: count, good: count, fair: count, poor: count }),
    }),
    cachePerformance: z.object({
      /** Answers that were given again, of all; null without answers. */
      hitRate: share.nullable(),
      /** In the memory of the process that answers. */
      totalEntries: count,
      /** Of those answers, in milliseconds; null where there was none. */
      avgResponseTime: z.number().nullable(),
      tokensSaved: count,
      costSaved: cost,
    }),
    modelSettings: z.object({
      /** Null where answers are quoted from the pages. */
      primaryModel: z.string().nullable(),
      /** Null: none is sent, the model's server has its own. */
      defaultTemperature: z.number().nullable(),
      maxTokens: count.nullable(),
      /** Clients with pages to answer from. */
      activeClients: count,
      passages: count,
      modelVersions: z.array(z.object({ name: z.string(), status: z.enum(['active', 'retired']) })),
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
      /** Milliseconds until the loader was answered, in the last 24 hours; null when it was not asked for. */
      avgLoadTime: z.number().nullable(),
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
    brandingSettings: z.object({
      customBrandedClients: count,
      defaultBrandingClients: count,
      /** Of those with a branding of their own: with other colours than everybody's, and with a logo. */
      customThemes: count,
      logoUploads: count,
      /** What they changed, the most first. */
      popularCustomizations: named,
    }),
  }),
});
export type ClientSystemStatus = z.infer<typeof clientSystemStatus>['data'];

/** GET /api/admin/security-config (spec 002 §3): of this moment, but for what names another time. */
export const securityConfig = z.object({
  success: z.literal(true),
  data: z.object({
    attackDetection: z.object({
      blockedAttacks24h: count,
      uniqueIPsBlocked: count,
      lastAttackTime: z.iso.datetime().nullable(),
      attackTypes: named,
      /** Networks, and how often somebody there was refused: whole addresses are personal, and are not kept. */
      topBlockedIPs: z.array(z.object({ address: z.string(), attempts: count })),
    }),
    rateLimitingStatus: z.object({
      rateLimitHits24h: count,
      isActive: z.boolean(),
      /** In minutes. */
      windowSize: count,
      /** Attempts that fail, of one account from one address. */
      requestLimit: count,
      /** What counts at the moment. */
      activeLimits: count,
      /** Calls within a session are not limited. */
      skipApiRoutes: z.boolean(),
      limits: z.array(
        z.object({
          name: z.string(),
          requestLimit: count,
          windowSize: count,
          /** Null where they are counted with the sign-in's. */
          hits24h: count.nullable(),
          active: count,
        }),
      ),
    }),
    securityHealth: z.object({
      overallScore: share,
      sslStatus: z.enum(['valid', 'expiring', 'invalid', 'unreachable', 'off']),
      headersScore: share,
      checks: z.array(z.object({ name: z.string(), status: z.enum(['pass', 'fail']), note: z.string() })),
    }),
    authMetrics: z.object({
      failedLogins24h: count,
      /** Of the sign-ins that were checked in the last 24 hours; null when there was none. */
      successRate: share.nullable(),
      activeSessions: count,
      /** Sessions that are over are cleared away at each sign-in. */
      lastCleanup: z.iso.datetime().nullable(),
      patterns: named,
      suspiciousActivity: named,
    }),
  }),
});
export type SecurityConfig = z.infer<typeof securityConfig>['data'];
