import { z } from 'zod';

/** Of a page that is scraped: other statuses than the first three are shown neutral (spec 002 §3). */
export const pageStatus = z.enum(['completed', 'error', 'processing', 'pending', 'ignored']);

const scrapeStage = z.enum(['robots', 'fetched', 'extracted', 'indexed']);

export const scrapedPage = z.object({
  id: z.string(),
  url: z.string(),
  priority: z.int(),
  status: pageStatus,
  /** How far it came and why no further. */
  stage: scrapeStage.nullable(),
  reason: z.string().nullable(),
  title: z.string().nullable(),
  passages: z.int(),
  last_scraped_at: z.iso.datetime().nullable(),
  is_custom: z.boolean(),
});
export type ScrapedPageRecord = z.infer<typeof scrapedPage>;

const MOST_PATTERNS = 50;
export const PATTERN_INVALID = 'A pattern begins with / or * and has no spaces, as in /blog/*';
const patterns = z
  .array(
    z
      .string()
      .trim()
      .max(200, 'A pattern has at most 200 characters')
      .regex(/^[/*]\S*$/, PATTERN_INVALID),
  )
  .max(MOST_PATTERNS, `At most ${MOST_PATTERNS} patterns`);

/**
 * PUT /api/ai/scraping/settings/{clientId}: patterns of paths as in robots.txt. Without any to include, all pages are; what
 * is excluded is left out; custom URLs are read in any case.
 */
export const siteSettings = z.object({
  include: patterns,
  exclude: patterns,
  recrawl: z.enum(['never', 'daily', 'weekly', 'monthly']),
});
export type SiteSettingsBody = z.infer<typeof siteSettings>;

/** GET /api/ai/scraping/pages/{clientId}/{pageId}/history: what became of a page, the newest first. */
export const pageHistory = z.object({
  entries: z.array(
    z.object({
      at: z.iso.datetime(),
      type: z.string(),
      /** Who did it: a name, or Landline itself. */
      by: z.string().nullable(),
      status: pageStatus.nullable(),
      stage: scrapeStage.nullable(),
      reason: z.string().nullable(),
      /** Of a visit: whether the page said something new, and how long its server took. */
      changed: z.boolean().nullable(),
      fetch_ms: z.int().nullable(),
      priority: z.int().nullable(),
    }),
  ),
});
export type PageHistory = z.infer<typeof pageHistory>;

/** GET /api/ai/scraping/pages/{clientId}: with what is under way, and the plan's allowance (spec 002 §9). */
export const pagesResponse = z.object({
  pages: z.array(scrapedPage),
  allowance: z.int(),
  /** Pages that the assistant has learned, which count against the allowance. */
  indexed: z.int(),
  discovering: z.boolean(),
  scraping: z.boolean(),
  problems: z.array(z.string()),
  /** When the website was last searched for pages, and all of it last read. */
  discovered_at: z.iso.datetime().nullable(),
  scraped_at: z.iso.datetime().nullable(),
  settings: siteSettings,
});
export type PagesResponse = z.infer<typeof pagesResponse>;

export const blacklistedUrl = z.object({ id: z.string(), url: z.string(), blacklisted_at: z.iso.datetime() });
export const blacklistedResponse = z.object({ urls: z.array(blacklistedUrl) });
export type BlacklistedResponse = z.infer<typeof blacklistedResponse>;

/** GET /api/ai/learned-pages/client/{clientId}: the client's own view of its pages, which others look after. */
export const learnedPagesQuery = z.object({
  search: z.string().trim().max(200).default(''),
  status: pageStatus.optional(),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
});
export const LEARNED_PER_PAGE = 50;
export const learnedPages = z.object({
  pages: z.array(
    scrapedPage.pick({ id: true, url: true, title: true, status: true, reason: true, last_scraped_at: true }),
  ),
  /** Of the website, and those that the search and the status leave. */
  total: z.int(),
  found: z.int(),
  indexed: z.int(),
  allowance: z.int(),
  scraping: z.boolean(),
  scraped_at: z.iso.datetime().nullable(),
});
export type LearnedPages = z.infer<typeof learnedPages>;

/** GET /api/ai/scraping/worker-status (spec 002 §3). */
export const workerStatus = z.object({
  connected: z.boolean(),
  error: z.string().nullable(),
  pendingPages: z.int(),
  blacklistedUrls: z.int(),
  scrapedLast24h: z.int(),
  /** Milliseconds that websites took to answer in these 24 hours; null when none was asked. */
  avgResponseTime: z.number().nullable(),
});
export type WorkerStatus = z.infer<typeof workerStatus>;

/** Texts of spec 002 §5. */
export const SCRAPING_TEXTS = {
  noneToScrape: 'No URLs selected for immediate scraping',
  noneToPrioritise: 'No URLs selected for priority update',
  noneToDelete: 'No URLs selected for deletion',
  noneToRestore: 'No blacklisted URLs selected for restoration',
  noneToDeleteForever: 'No blacklisted URLs selected for permanent deletion',
  invalidUrl: 'Please enter a valid URL',
  noUrls: 'Could not retrieve URLs for selected pages',
} as const;

const clientId = z.string().min(1).max(100);
const ids = (message: string) => z.array(z.string().max(100)).min(1, message).max(5_000);

export const priority = z.coerce.number().int().min(1).max(10);
export const scrapeBody = z.object({ clientId });
/** So many are scraped while somebody waits. */
export const MOST_AT_ONCE = 50;
export const scrapeImmediateBody = z.object({
  clientId,
  urlIds: ids(SCRAPING_TEXTS.noneToScrape).max(MOST_AT_ONCE, `At most ${MOST_AT_ONCE} pages at once`),
});
export const customUrlBody = z.object({
  clientId,
  url: z
    .string()
    .trim()
    .pipe(z.url({ protocol: /^https?$/, message: SCRAPING_TEXTS.invalidUrl })),
  priority: priority.default(5),
  scrapeImmediately: z.boolean().default(false),
});
export const updatePriorityBody = z.object({ pageIds: ids(SCRAPING_TEXTS.noneToPrioritise), priority });
export const blacklistBody = z.object({
  urls: z.array(z.string()).max(5_000).optional(),
  client_id: clientId,
  pageIds: ids(SCRAPING_TEXTS.noneToDelete),
});
export const restoreBody = z.object({ ids: ids(SCRAPING_TEXTS.noneToRestore), client_id: clientId });
export const permanentlyDeleteBody = z.object({ urlIds: ids(SCRAPING_TEXTS.noneToDeleteForever) });

const summary = z.object({ successful: z.int(), total: z.int() });
export const done = z.object({ success: z.literal(true), message: z.string() });
export const isDone = (message: string) => ({ success: true as const, message });
export const scrapeImmediateResponse = done.extend({ summary });
export const customUrlResponse = done.extend({ scrapeResult: z.object({ summary }).optional() });
