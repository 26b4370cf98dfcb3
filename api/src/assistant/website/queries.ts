import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { CLIENTS } from '../../clients/clients/queries.ts';
import { liveGeneration } from '../../platform/live-generation.ts';
import {
  type BlacklistedUrl,
  blacklistedUrl,
  CLIENT_PAGE_SIZE,
  type ClientPages,
  clientPages,
  type clientPagesQuery,
  INDEX_FULL,
  NEEDS_JAVASCRIPT,
  pageRecord,
  type WorkerStatus,
  workerStatus,
} from './contract.ts';
import type { PageTarget } from './crawl-page.ts';

const LIVE = liveGeneration('pages');

/**
 * Pages of the clients that are in use and have the assistant, for the FROM clause of figures about crawls. Other clients
 * keep their pages but are not crawled. Contains no bound values.
 */
export const PAGES_IN_USE = sql.fragment`(
  SELECT page.* FROM read.page AS page JOIN ${CLIENTS} AS client USING (client_id)
  WHERE page.generation = ${LIVE} AND client.active AND client.closed_at IS NULL AND client.has_ai_assistant)`;

export const listPages = (db: CommonQueryMethods, clientId: string) =>
  db.any(sql.type(pageRecord)`
    SELECT page_id AS id, url, priority, status, stage, reason, title, passages, last_scraped_at, is_custom, file_name
    FROM read.page
    WHERE generation = ${LIVE} AND client_id = ${clientId} AND blacklisted_at IS NULL
    ORDER BY priority DESC, url
  `);

const matchCounts = z.object({
  total: z.int(),
  found: z.int(),
  needs_javascript: z.int(),
  left_out: z.int(),
});

/**
 * Returns the pages of a client that match, by address and without blacklisted ones: one screen of them, and counts of the
 * whole list.
 */
export async function listClientPages(
  db: CommonQueryMethods,
  clientId: string,
  { search, status, page }: z.output<typeof clientPagesQuery>,
): Promise<Pick<ClientPages, 'pages' | 'total' | 'found' | 'needs_javascript' | 'left_out'>> {
  const isListed = sql.fragment`
    generation = ${LIVE}
    AND client_id = ${clientId} AND blacklisted_at IS NULL`;
  const matches = sql.fragment`
    (${search} = '' OR position(lower(${search}) IN lower(concat_ws(' ', url, title, file_name))) > 0)
    AND (${status ?? null}::text IS NULL OR status = ${status ?? null})`;
  const counts = await db.one(sql.type(matchCounts)`
    SELECT count(*)::int AS total, (count(*) FILTER (WHERE ${matches}))::int AS found,
      (count(*) FILTER (WHERE status = 'error' AND reason = ${NEEDS_JAVASCRIPT}))::int AS needs_javascript,
      (count(*) FILTER (WHERE status = 'ignored' AND reason = ${INDEX_FULL}))::int AS left_out
    FROM read.page WHERE ${isListed}
  `);
  const pages = await db.any(sql.type(clientPages.shape.pages.element)`
    SELECT page_id AS id, url, title, status, reason, last_scraped_at, file_name FROM read.page
    WHERE ${isListed} AND ${matches} ORDER BY url
    LIMIT ${CLIENT_PAGE_SIZE} OFFSET ${(page - 1) * CLIENT_PAGE_SIZE}
  `);
  return { ...counts, pages: [...pages] };
}

const siteRow = z.object({
  discovering: z.boolean(),
  scraping: z.boolean(),
  problems: z.string().nullable(),
  discovered_at: z.string().nullable(),
  scraped_at: z.string().nullable(),
  scrape_failed_at: z.string().nullable(),
});

const passageCounts = z.object({ passages: z.int(), encoded: z.int() });

/**
 * Returns the running work on a website, the time and problems of the last one, and the numbers of indexed pages, of passages
 * and of passages with a vector. Without an embedding model, all passages count as encoded.
 */
export async function siteStatusOf(
  db: CommonQueryMethods,
  clientId: string,
  embeddingModel: string | undefined,
) {
  const site = await db.maybeOne(sql.type(siteRow)`
    SELECT discovering, scraping, problems, discovered_at, scraped_at, scrape_failed_at FROM read.site WHERE generation = ${LIVE} AND client_id = ${clientId}
  `);
  const indexed = await db.oneFirst(sql.type(z.object({ pages: z.number() }))`
    SELECT count(*)::int AS pages FROM api.page_content WHERE client_id = ${clientId} AND NOT removed
  `);
  const passages = await db.one(sql.type(passageCounts)`
    SELECT count(*)::int AS passages,
      (count(*) FILTER (WHERE ${embeddingModel === undefined} OR embedding_model = ${embeddingModel ?? null}))::int AS encoded
    FROM api.chunk WHERE client_id = ${clientId}
  `);
  return {
    discovering: false,
    scraping: false,
    discovered_at: null,
    scraped_at: null,
    scrape_failed_at: null,
    ...site,
    problems: site?.problems?.split('\n') ?? [],
    indexed,
    ...passages,
  };
}

export function listBlacklisted(
  db: CommonQueryMethods,
  clientId: string,
): Promise<readonly BlacklistedUrl[]> {
  return db.any(sql.type(blacklistedUrl)`
    SELECT page_id AS id, url, file_name, blacklisted_at FROM read.page
    WHERE generation = ${LIVE} AND client_id = ${clientId} AND blacklisted_at IS NOT NULL
    ORDER BY blacklisted_at DESC, url
  `);
}

const crawlTarget = z.object({ page_id: z.string(), url: z.string(), is_custom: z.boolean() });
const isCrawledSince = (at: string) => sql.fragment`last_scraped_at >= ${at}::timestamptz`;

/**
 * Returns the pages that a crawl has not visited since it was requested: by priority (spec 002 §5), then least recently crawled
 * first.
 */
export function pagesToCrawl(
  db: CommonQueryMethods,
  clientId: string,
  requestedAt: string,
): Promise<readonly PageTarget[]> {
  return db.any(sql.type(crawlTarget)`
    SELECT page_id, url, is_custom FROM read.page
    WHERE generation = ${LIVE} AND client_id = ${clientId} AND blacklisted_at IS NULL
      AND (${isCrawledSince(requestedAt)}) IS NOT TRUE
    ORDER BY priority DESC, last_scraped_at NULLS FIRST, page_id
  `);
}

const crawlCounts = z.object({ total: z.int(), successful: z.int() });

/** Counts the pages that a crawl has visited since a time, for a crawl that was interrupted. */
export function crawledSince(db: CommonQueryMethods, clientId: string, at: string) {
  return db.one(sql.type(crawlCounts)`
    SELECT count(*)::int AS total, (count(*) FILTER (WHERE status = 'completed'))::int AS successful
    FROM read.page WHERE generation = ${LIVE} AND client_id = ${clientId} AND ${isCrawledSince(at)}
  `);
}

const dueSite = z.object({ client_id: z.string(), since: z.string() });

/** Returns the clients whose website is due for another crawl; `since` is one interval between crawls ago. */
export function sitesDue(db: CommonQueryMethods): Promise<readonly z.infer<typeof dueSite>[]> {
  return db.any(sql.type(dueSite)`
    SELECT client_id, since FROM read.site CROSS JOIN LATERAL (
      SELECT now() - CASE coalesce(recrawl, 'weekly')
        WHEN 'daily' THEN interval '1 day' WHEN 'weekly' THEN interval '7 days' WHEN 'monthly' THEN interval '30 days'
      END AS since
    ) AS last_interval
    WHERE generation = ${LIVE} AND NOT scraping AND greatest(scraped_at, scrape_failed_at) < since
  `);
}

const figures = workerStatus.omit({ connected: true, error: true });

/**
 * Returns the figures of GET /api/ai/scraping/worker-status. The average response time leaves out pages whose last
 * crawl was ignored or failed: they keep the time of an earlier one.
 */
export async function readWorkerFigures(
  db: CommonQueryMethods,
): Promise<Omit<WorkerStatus, 'connected' | 'error'>> {
  return db.one(sql.type(figures)`
    SELECT
      (count(*) FILTER (WHERE blacklisted_at IS NULL AND status IN ('pending', 'processing')))::int AS "pendingPages",
      (count(*) FILTER (WHERE blacklisted_at IS NOT NULL))::int AS "blacklistedUrls",
      (count(*) FILTER (WHERE last_scraped_at > now() - interval '24 hours'))::int AS "scrapedLast24h",
      (avg(fetch_ms) FILTER (WHERE last_scraped_at > now() - interval '24 hours' AND file_name IS NULL
        AND stage = 'indexed' AND passages > 0))::float8 AS "avgResponseTime"
    FROM ${PAGES_IN_USE} AS page
  `);
}
