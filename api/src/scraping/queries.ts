import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { liveGeneration } from '../live-generation.ts';
import {
  type BlacklistedResponse,
  blacklistedUrl,
  scrapedPage,
  type WorkerStatus,
  workerStatus,
} from './contract.ts';
import type { ScrapedPage } from './scrape-page.ts';

const LIVE = liveGeneration('pages');
const iso = (at: number) => new Date(at).toISOString();

const pageRow = scrapedPage.extend({ last_scraped_at: z.number().nullable() });

export async function listPages(db: CommonQueryMethods, clientId: string) {
  const rows = await db.any(sql.type(pageRow)`
    SELECT page_id AS id, url, priority, status, stage, reason, title, passages, last_scraped_at, is_custom
    FROM read.page
    WHERE generation = ${LIVE} AND client_id = ${clientId} AND blacklisted_at IS NULL
    ORDER BY priority DESC, url
  `);
  return rows.map(({ last_scraped_at, ...rest }) => ({
    ...rest,
    last_scraped_at: last_scraped_at === null ? null : iso(last_scraped_at),
  }));
}

const siteRow = z.object({
  discovering: z.boolean(),
  scraping: z.boolean(),
  problems: z.string().nullable(),
  discovered_at: z.number().nullable(),
  scraped_at: z.number().nullable(),
});

/** What is under way, and how many pages the assistant has learned. */
export async function siteOf(db: CommonQueryMethods, clientId: string) {
  const found = await db.maybeOne(sql.type(siteRow)`
    SELECT discovering, scraping, problems, discovered_at, scraped_at FROM read.site WHERE generation = ${LIVE} AND client_id = ${clientId}
  `);
  const indexed = await db.oneFirst(sql.type(z.object({ pages: z.number() }))`
    SELECT count(*)::int AS pages FROM api.page_content WHERE client_id = ${clientId} AND NOT removed
  `);
  const { discovering = false, scraping = false, problems = null } = found ?? {};
  return {
    discovering,
    scraping,
    problems: problems?.split('\n') ?? [],
    indexed,
    discovered_at: found?.discovered_at ? iso(found.discovered_at) : null,
    scraped_at: found?.scraped_at ? iso(found.scraped_at) : null,
  };
}

const blacklistedRow = blacklistedUrl.extend({ blacklisted_at: z.number() });

export async function listBlacklisted(
  db: CommonQueryMethods,
  clientId: string,
): Promise<BlacklistedResponse['urls']> {
  const rows = await db.any(sql.type(blacklistedRow)`
    SELECT page_id AS id, url, blacklisted_at FROM read.page
    WHERE generation = ${LIVE} AND client_id = ${clientId} AND blacklisted_at IS NOT NULL
    ORDER BY blacklisted_at DESC, url
  `);
  return rows.map(({ blacklisted_at, ...rest }) => ({ ...rest, blacklisted_at: iso(blacklisted_at) }));
}

const toScrape = z.object({ page_id: z.string(), url: z.string(), is_custom: z.boolean() });
const since = (at: string) => sql.fragment`last_scraped_at >= ${at}::timestamptz`;

/** In the order in which they are scraped: 8 to 10 first (spec 002 §5), and what was not read for longest before the rest. */
export function pagesToScrape(
  db: CommonQueryMethods,
  clientId: string,
  requestedAt: string,
): Promise<readonly ScrapedPage[]> {
  return db.any(sql.type(toScrape)`
    SELECT page_id, url, is_custom FROM read.page
    WHERE generation = ${LIVE} AND client_id = ${clientId} AND blacklisted_at IS NULL
      AND (${since(requestedAt)}) IS NOT TRUE
    ORDER BY priority DESC, last_scraped_at NULLS FIRST, page_id
  `);
}

const counts = z.object({ total: z.int(), successful: z.int() });

/** What a visit that was broken off had read already. */
export function scrapedSince(db: CommonQueryMethods, clientId: string, at: string) {
  return db.one(sql.type(counts)`
    SELECT count(*)::int AS total, (count(*) FILTER (WHERE status = 'completed'))::int AS successful
    FROM read.page WHERE generation = ${LIVE} AND client_id = ${clientId} AND ${since(at)}
  `);
}

/** Websites that were read once and are to be read again by now. */
export function sitesDue(db: CommonQueryMethods): Promise<readonly string[]> {
  return db.anyFirst(sql.type(z.object({ client_id: z.string() }))`
    SELECT client_id FROM read.site
    WHERE generation = ${LIVE} AND NOT scraping AND scraped_at < now() - CASE coalesce(recrawl, 'weekly')
      WHEN 'daily' THEN interval '1 day' WHEN 'weekly' THEN interval '7 days' WHEN 'monthly' THEN interval '30 days'
    END
  `);
}

const figures = workerStatus.omit({ connected: true, error: true });

/** GET /api/ai/scraping/worker-status: a worker is there while one of its locks on the queue is fresh. */
export async function statusOfWorker(
  db: CommonQueryMethods,
): Promise<Omit<WorkerStatus, 'connected' | 'error'>> {
  return db.one(sql.type(figures)`
    SELECT
      (count(*) FILTER (WHERE blacklisted_at IS NULL AND status IN ('pending', 'processing')))::int AS "pendingPages",
      (count(*) FILTER (WHERE blacklisted_at IS NOT NULL))::int AS "blacklistedUrls",
      (count(*) FILTER (WHERE last_scraped_at > now() - interval '24 hours'))::int AS "scrapedLast24h",
      (avg(fetch_ms) FILTER (WHERE last_scraped_at > now() - interval '24 hours'))::float8 AS "avgResponseTime"
    FROM read.page WHERE generation = ${LIVE}
  `);
}
