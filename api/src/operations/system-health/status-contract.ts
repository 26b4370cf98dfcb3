import { planTier } from '@landline/event-schemas';
import { z } from 'zod';
import { dataResponse } from '../../platform/http/response-contract.ts';

/** GET /api/system-stats (spec 000 §3) */
export const systemStats = z.object({
  /** Clients with the assistant; the card is called AI Clients. */
  totalClients: z.int(),
  /** Staff and client users. */
  totalUsers: z.int(),
  /** Answers by the assistant. */
  totalAIMessages: z.int(),
  /** Content requests of the last 24 hours. */
  recentRequests: z.int(),
});
export type SystemStats = z.infer<typeof systemStats>;

const count = z.int();
const share = z.number().min(0).max(1);
/** US dollars; null where a model's price is unknown. */
const cost = z.number().nullable();
const namedCounts = z.array(z.object({ name: z.string(), count }));

/** GET /api/admin/ai-system-config (spec 002 §3): answers of the last 30 days. */
export const aiSystemConfig = dataResponse(
  z.object({
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
      /** Share of answers served from the cache; null if there are no answers. */
      hitRate: share.nullable(),
      /** Number of entries in the memory of the process that responds. */
      totalEntries: count,
      /** Average over cached answers, in milliseconds; null if there are none. */
      avgResponseTime: z.number().nullable(),
      tokensSaved: count,
      costSaved: cost,
    }),
    modelSettings: z.object({
      /** Null if answers are quoted from pages. */
      primaryModel: z.string().nullable(),
      /** Null if not sent, so that the model server's default applies. */
      defaultTemperature: z.number().nullable(),
      maxTokens: count.nullable(),
      /** Clients with passages to answer from. */
      activeClients: count,
      passages: count,
      modelVersions: z.array(z.object({ name: z.string(), status: z.enum(['active', 'retired']) })),
    }),
  }),
);
export type AiSystemConfig = z.infer<typeof aiSystemConfig>['data'];

/** GET /api/admin/client-system-status (spec 002 §3). Days are UTC; domains cover the last 30 days. */
export const clientSystemStatus = dataResponse(
  z.object({
    clientStats: z.object({
      totalActiveClients: count,
      /** Share with a sign-in or a visitor's question in the last 7 days; questions on Landline's screens do not count. */
      activityRate: share.nullable(),
      /** Visitors' questions and their answers. */
      messagesToday: count,
      planDistribution: z.record(planTier, count),
    }),
    widgetDeployment: z.object({
      activeWidgets: count,
      loadsToday: count,
      uniqueDomains: count,
      /** Average response time of the loader in the last 24 hours, in milliseconds; null if there were no loads. */
      avgLoadTime: z.number().nullable(),
      topDomains: z.array(z.object({ name: z.string(), loads: count, messages: count })),
    }),
    contentStatus: z.object({
      totalPages: count,
      /** In days; null before the first page was crawled. */
      avgContentAge: z.number().nullable(),
      scrapingQueue: count,
      lastScrapeTime: z.iso.datetime().nullable(),
      pagesScrapedToday: count,
      scrapeSuccessRate: share.nullable(),
    }),
    brandingSettings: z.object({
      customBrandedClients: count,
      defaultBrandingClients: count,
      /** Custom-branded clients whose colors differ from the global branding. */
      customThemes: count,
      logoUploads: count,
      /** Changed fields, most frequent first. */
      popularCustomizations: namedCounts,
    }),
  }),
);
export type ClientSystemStatus = z.infer<typeof clientSystemStatus>['data'];

/** GET /api/admin/security-config (spec 002 §3). Attacks and sign-ins are those of the last 24 hours. */
export const securityConfig = dataResponse(
  z.object({
    attackDetection: z.object({
      blockedAttacks24h: count,
      uniqueIPsBlocked: count,
      lastAttackTime: z.iso.datetime().nullable(),
      attackTypes: namedCounts,
      /** Networks with their rejected attempts; full addresses are personal data and are not stored. */
      topBlockedIPs: z.array(z.object({ address: z.string(), attempts: count })),
    }),
    rateLimitingStatus: z.object({
      rateLimitHits24h: count,
      isActive: z.boolean(),
      /** In minutes. */
      windowSize: count,
      /** Failed attempts per account and address. */
      requestLimit: count,
      /** Number of rate limit counters in use, one per account, address or client; expired ones do not count. */
      activeLimits: count,
      /** Requests within a session have no general limit. */
      skipApiRoutes: z.boolean(),
      limits: z.array(
        z.object({
          name: z.string(),
          requestLimit: count,
          windowSize: count,
          /** Null if counted with the sign-in limit. */
          hits24h: count.nullable(),
          active: count,
        }),
      ),
    }),
    securityHealth: z.object({
      overallScore: share,
      sslStatus: z.enum(['valid', 'expiring', 'invalid', 'unreachable', 'off']),
      /** Null if the API did not respond to its own request. */
      headersScore: share.nullable(),
      /** `unknown` checks do not count in the score. */
      checks: z.array(
        z.object({ name: z.string(), status: z.enum(['pass', 'fail', 'unknown']), note: z.string() }),
      ),
    }),
    authMetrics: z.object({
      failedLogins24h: count,
      /** Share of sign-in attempts that succeeded in the last 24 hours; null if there were none. */
      successRate: share.nullable(),
      activeSessions: count,
      /** Time of the last sign-in, which also deletes sessions that ended long ago; null if there is no session. */
      lastCleanup: z.iso.datetime().nullable(),
      patterns: namedCounts,
      suspiciousActivity: namedCounts,
    }),
  }),
);
export type SecurityConfig = z.infer<typeof securityConfig>['data'];
