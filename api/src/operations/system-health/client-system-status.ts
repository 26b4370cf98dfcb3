import { planTier } from '@landline/event-schemas';
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { type Branding, branding as brandingSchema } from '../../assistant/branding/contract.ts';
import { globalBranding } from '../../assistant/branding/queries.ts';
import { PAGES_IN_USE } from '../../assistant/website/queries.ts';
import { CLIENT_USERS, CLIENTS } from '../../clients/clients/queries.ts';
import { liveGeneration } from '../../platform/live-generation.ts';
import { readRequestCounts } from '../../platform/metrics/request-counts.ts';
import type { OperationsPorts } from '../ports.ts';
import { type ClientSystemStatus, clientSystemStatus } from './status-contract.ts';

/** Maximum number of domains listed. */
const TOP_DOMAINS = 10;

const TODAY = sql.fragment`(date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC')`;
const IN_USE = sql.fragment`active AND closed_at IS NULL`;

/** Reads the client system status: clients, widgets, crawled pages and branding. */
export async function readClientSystemStatus({
  pool: db,
  pg,
  requestCounter,
}: Pick<OperationsPorts, 'pool' | 'pg' | 'requestCounter'>): Promise<ClientSystemStatus> {
  await requestCounter.flush();
  const [stats, widgetCounts, contentFigures, brandingSettings, requestCounts] = await Promise.all([
    readClients(db),
    readWidgets(db),
    readContent(db),
    readBranding(db),
    readRequestCounts(pg),
  ]);
  const loads = requestCounts.count('request', 'widgetLoad');
  const loadMs = requestCounts.milliseconds('request', 'widgetLoad');
  const avgLoadTime = loads === 0 ? null : Math.round((loadMs * 10) / loads) / 10;
  return {
    clientStats: stats,
    widgetDeployment: { ...widgetCounts, avgLoadTime },
    contentStatus: contentFigures,
    brandingSettings,
  };
}

const { clientStats, contentStatus, widgetDeployment } = clientSystemStatus.shape.data.shape;

const clientStatsRow = clientStats
  .omit({ planDistribution: true })
  .extend({ plans: z.array(z.object({ tier: planTier, count: z.number() })) });

async function readClients(db: CommonQueryMethods): Promise<ClientSystemStatus['clientStats']> {
  const { plans, ...stats } = await db.one(sql.type(clientStatsRow)`
    WITH used AS (
      SELECT client_id FROM ${CLIENT_USERS} AS users WHERE last_login > now() - interval '7 days'
      UNION
      SELECT client_id FROM read.conversation
      WHERE generation = ${liveGeneration('conversations')} AND source = 'website'
        AND last_at > now() - interval '7 days'
    )
    SELECT count(*)::int AS "totalActiveClients",
      (avg((client_id IN (SELECT client_id FROM used))::int))::float8 AS "activityRate",
      (SELECT (count(*) + count(answered_at))::int FROM read.analytics_question
       JOIN read.analytics_conversation USING (generation, conversation_id)
       WHERE generation = ${liveGeneration('analytics')} AND source = 'website' AND asked_at >= ${TODAY}) AS "messagesToday",
      (SELECT coalesce(jsonb_agg(jsonb_build_object('tier', plan_tier, 'count', n)), '[]') FROM
        (SELECT plan_tier, count(*) AS n FROM ${CLIENTS} AS client WHERE ${IN_USE} GROUP BY plan_tier) AS plan) AS plans
    FROM ${CLIENTS} AS client WHERE ${IN_USE}
  `);
  const countOf = (tier: string) => plans.find((plan) => plan.tier === tier)?.count ?? 0;
  return {
    ...stats,
    planDistribution: { starter: countOf('starter'), pro: countOf('pro'), elite: countOf('elite') },
  };
}

const widgetCountsRow = widgetDeployment.pick({ activeWidgets: true, loadsToday: true, uniqueDomains: true });
const topDomainRow = widgetDeployment.shape.topDomains.element;

async function readWidgets(
  db: CommonQueryMethods,
): Promise<Omit<ClientSystemStatus['widgetDeployment'], 'avgLoadTime'>> {
  const LOADS = sql.fragment`read.widget_load
    WHERE generation = ${liveGeneration('analytics')} AND minute > now() - interval '30 days'`;
  const [counts, topDomains] = await Promise.all([
    db.one(sql.type(widgetCountsRow)`
      SELECT count(DISTINCT client_id)::int AS "activeWidgets",
        coalesce(sum(loads) FILTER (WHERE minute >= ${TODAY}), 0)::int AS "loadsToday",
        (count(DISTINCT domain) FILTER (WHERE domain <> ''))::int AS "uniqueDomains"
      FROM ${LOADS}
    `),
    db.any(sql.type(topDomainRow)`
      SELECT loaded.domain AS name, loaded.loads::int AS loads, coalesce(asked.messages, 0)::int AS messages
      FROM (SELECT domain, sum(loads) AS loads FROM ${LOADS} AND domain <> '' GROUP BY domain) AS loaded
      LEFT JOIN (
        SELECT domain, sum(question_count) AS messages FROM read.conversation
        WHERE generation = ${liveGeneration('conversations')} AND source = 'website'
          AND last_at > now() - interval '30 days' GROUP BY domain
      ) AS asked USING (domain)
      ORDER BY loaded.loads DESC, name LIMIT ${TOP_DOMAINS}
    `),
  ]);
  return { ...counts, topDomains: [...topDomains] };
}

function readContent(db: CommonQueryMethods): Promise<ClientSystemStatus['contentStatus']> {
  return db.one(sql.type(contentStatus)`
    SELECT count(*)::int AS "totalPages",
      (avg(extract(epoch FROM now() - last_scraped_at)) FILTER (WHERE status = 'completed') / 86400)::float8
        AS "avgContentAge",
      (count(*) FILTER (WHERE status IN ('pending', 'processing')))::int AS "scrapingQueue",
      max(last_scraped_at) AS "lastScrapeTime",
      (count(*) FILTER (WHERE last_scraped_at >= ${TODAY}))::int AS "pagesScrapedToday",
      (avg((status = 'completed')::int) FILTER (WHERE status IN ('completed', 'error')))::float8
        AS "scrapeSuccessRate"
    FROM ${PAGES_IN_USE} AS page WHERE blacklisted_at IS NULL
  `);
}

const brandingRow = z.object({ branding: brandingSchema.nullable() });
const COLORS = ['primaryColor', 'userLinkColor', 'aiLinkColor'] as const;

async function readBranding(db: CommonQueryMethods): Promise<ClientSystemStatus['brandingSettings']> {
  const [rows, globalDefault] = await Promise.all([
    db.any(sql.type(brandingRow)`
      SELECT branding FROM ${CLIENTS} AS client LEFT JOIN read.widget
        ON widget.client_id = client.client_id AND widget.generation = ${liveGeneration('widgets')}
      WHERE ${IN_USE} AND has_ai_assistant
    `),
    globalBranding(db),
  ]);
  return brandingFigures(
    rows.map(({ branding }) => branding),
    globalDefault,
  );
}

/** Compares each client's branding with the global default; null means that the client uses the default. */
export function brandingFigures(
  brandings: readonly (Branding | null)[],
  globalDefault: Branding,
): ClientSystemStatus['brandingSettings'] {
  const own = brandings.filter((each) => each !== null);
  const changes = own.map((each) =>
    brandingSchema.keyof().options.filter((name) => each[name] !== globalDefault[name]),
  );
  const counts = brandingSchema
    .keyof()
    .options.map((name) => ({ name, count: changes.filter((changed) => changed.includes(name)).length }))
    .filter(({ count }) => count > 0);
  return {
    customBrandedClients: own.length,
    defaultBrandingClients: brandings.length - own.length,
    customThemes: changes.filter((changed) => COLORS.some((color) => changed.includes(color))).length,
    logoUploads: changes.filter((changed) => changed.includes('logoUrl')).length,
    popularCustomizations: counts.sort((a, b) => b.count - a.count),
  };
}
