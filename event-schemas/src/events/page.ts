import { z } from 'zod';
import { defineEvent } from '../define.ts';
import { int32, key, milliseconds } from '../fields.ts';

const page = { page_id: key(), client_id: key() };

/** Stages of processing a page; an event names the one where processing stopped. */
const scrapeStage = z.enum(['robots', 'fetched', 'extracted', 'indexed']);

/**
 * Events of the stream `page-{id}`: one page of a client's website. Its content is stored elsewhere, so that it can
 * be deleted.
 */
export const pageEvents = {
  PageAdded: defineEvent({
    data: z.object({ ...page, url: z.string(), priority: int32().min(1).max(10), is_custom: z.boolean() }),
  }),
  /** A file was uploaded as the page's content, the first time or in place of an earlier one. */
  PageDocumentUploaded: defineEvent({
    data: z.object({ ...page, name: z.string(), bytes: int32(), content_hash: key() }),
  }),
  PagePriorityChanged: defineEvent({ data: z.object({ ...page, priority: int32().min(1).max(10) }) }),
  /** `changed` is false when the content is the same as before. */
  PageScraped: defineEvent({
    data: z.object({
      ...page,
      title: z.string(),
      content_hash: key(),
      passages: int32(),
      changed: z.boolean(),
      /** Response time of the page's server. */
      fetch_ms: milliseconds(),
      /** Reason that only a part of the page is searched. */
      reason: z.string().optional(),
    }),
  }),
  /**
   * Left out on purpose: robots.txt, noindex, a duplicate, the plan's page limit. The assistant does not quote it.
   */
  PageIgnored: defineEvent({ data: z.object({ ...page, stage: scrapeStage, reason: z.string() }) }),
  /** `kept`: earlier content is still quoted, because the failure may be temporary. */
  PageScrapeFailed: defineEvent({
    data: z.object({ ...page, stage: scrapeStage, reason: z.string(), kept: z.boolean() }),
  }),
  PageBlacklisted: defineEvent({
    data: z.object({ ...page, url: z.string(), content_deleted: z.boolean() }),
  }),
  PageRestored: defineEvent({ data: z.object({ ...page }) }),
  /** The page and its content were removed; discovery may add the page again. */
  PageDeleted: defineEvent({ data: z.object({ ...page }) }),
};

/** Interval at which a website is crawled again automatically. */
const recrawl = z.enum(['never', 'daily', 'weekly', 'monthly']);
type Recrawl = z.infer<typeof recrawl>;

/** By default, every page is crawled weekly. */
export const DEFAULT_SITE_SETTINGS: {
  readonly include: string[];
  readonly exclude: string[];
  readonly recrawl: Recrawl;
} = { include: [], exclude: [], recrawl: 'weekly' };

/** Events of the stream `site-{client id}`: requests about a whole website, and their results. */
export const siteEvents = {
  SiteDiscoveryRequested: defineEvent({ data: z.object({ client_id: key() }) }),
  SiteDiscovered: defineEvent({
    data: z.object({ client_id: key(), found: int32(), added: int32(), problems: z.array(z.string()) }),
  }),
  SiteScrapeRequested: defineEvent({ data: z.object({ client_id: key() }) }),
  SiteScraped: defineEvent({
    data: z.object({ client_id: key(), total: int32(), successful: int32() }),
  }),
  /** A crawl ended early: pages it had not reached stay unchanged. */
  SiteScrapeStopped: defineEvent({
    data: z.object({
      client_id: key(),
      /** True if the crawl failed; missing if staff stopped it or the client lost the assistant. */
      failed: z.boolean().optional(),
    }),
  }),
  /** Path patterns that select the pages to crawl, and the interval between crawls. */
  SiteSettingsChanged: defineEvent({
    data: z.object({
      client_id: key(),
      include: z.array(z.string()),
      exclude: z.array(z.string()),
      recrawl,
    }),
  }),
};
