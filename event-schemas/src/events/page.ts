import { z } from 'zod';
import { defineEvent } from '../define.ts';

const page = { page_id: z.string(), client_id: z.string() };

/** What a page went through before it stopped: named when it did not come to the end. */
export const scrapeStage = z.enum(['robots', 'fetched', 'extracted', 'indexed']);
export type ScrapeStage = z.infer<typeof scrapeStage>;

/** On `page-{id}`: one address of a client's website. What it says is kept elsewhere, so that it can be deleted. */
export const pageEvents = {
  PageAdded: defineEvent({
    data: z.object({ ...page, url: z.string(), priority: z.int().min(1).max(10), is_custom: z.boolean() }),
  }),
  PagePriorityChanged: defineEvent({ data: z.object({ ...page, priority: z.int().min(1).max(10) }) }),
  /** `changed` is false when it says what it said before. */
  PageScraped: defineEvent({
    data: z.object({
      ...page,
      title: z.string(),
      content_hash: z.string(),
      passages: z.int(),
      changed: z.boolean(),
      /** How long its server took to answer. */
      fetch_ms: z.int(),
    }),
  }),
  /** It is left out on purpose: robots.txt, noindex, a duplicate, the plan's allowance. Nothing of it is quoted. */
  PageIgnored: defineEvent({ data: z.object({ ...page, stage: scrapeStage, reason: z.string() }) }),
  /** `kept`: what was learned of it before is still quoted, because the failure may pass. */
  PageScrapeFailed: defineEvent({
    data: z.object({ ...page, stage: scrapeStage, reason: z.string(), kept: z.boolean() }),
  }),
  PageBlacklisted: defineEvent({
    data: z.object({ ...page, url: z.string(), content_deleted: z.boolean() }),
  }),
  PageRestored: defineEvent({ data: z.object({ ...page }) }),
  /** It is not listed any more, and what was learned of it is gone; it may be found again. */
  PageDeleted: defineEvent({ data: z.object({ ...page }) }),
};

/** How often a website is read again by itself. */
export const recrawl = z.enum(['never', 'daily', 'weekly', 'monthly']);
export type Recrawl = z.infer<typeof recrawl>;

/** Every page of a website is read, and again each week, unless staff say otherwise. */
export const DEFAULT_SITE_SETTINGS: {
  readonly include: string[];
  readonly exclude: string[];
  readonly recrawl: Recrawl;
} = { include: [], exclude: [], recrawl: 'weekly' };

/** On `site-{client id}`: what is asked of a whole website, and what came of it. */
export const siteEvents = {
  SiteDiscoveryRequested: defineEvent({ data: z.object({ client_id: z.string() }) }),
  SiteDiscovered: defineEvent({
    data: z.object({ client_id: z.string(), found: z.int(), added: z.int(), problems: z.array(z.string()) }),
  }),
  SiteScrapeRequested: defineEvent({ data: z.object({ client_id: z.string() }) }),
  SiteScraped: defineEvent({
    data: z.object({ client_id: z.string(), total: z.int(), successful: z.int() }),
  }),
  /** Somebody called the visit off: pages that it had not reached stay what they were. */
  SiteScrapeStopped: defineEvent({ data: z.object({ client_id: z.string() }) }),
  /** Which of its pages are read, by patterns of their paths, and how often. */
  SiteSettingsChanged: defineEvent({
    data: z.object({
      client_id: z.string(),
      include: z.array(z.string()),
      exclude: z.array(z.string()),
      recrawl,
    }),
  }),
};
