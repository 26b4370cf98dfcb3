import { z } from 'zod';
import { messageResponse } from '../../platform/http/response-contract.ts';
import { MAX_CLIENT_PASSAGES } from '../answers/contract.ts';

/** Status of a page; the dashboard shows the last two in a neutral color (spec 002 §3). */
const pageStatus = z.enum(['completed', 'error', 'processing', 'pending', 'ignored']);

/** Reason that a page is skipped because its content needs JavaScript. */
export const NEEDS_JAVASCRIPT = 'The page needs JavaScript, which the crawler does not run';

/**
 * Maximum number of characters of a page that are searched, headings included: about 100 printed pages. With a higher limit,
 * one page could fill the index of a whole website.
 */
export const MAX_PAGE_CHARACTERS = 200_000;
export const PAGE_CUT = `Only the first ${MAX_PAGE_CHARACTERS.toLocaleString('en')} characters are searched`;

/** Reason that a page is not indexed because the index would exceed `MAX_CLIENT_PASSAGES`. */
export const INDEX_FULL = `The limit of ${MAX_CLIENT_PASSAGES.toLocaleString('en')} text passages is reached`;

/** Beginning of the reason that a page is not indexed because the plan's page limit is reached. */
export const PLAN_FULL = "The plan's limit of";

const pageStage = z.enum(['robots', 'fetched', 'extracted', 'indexed']);

export const pageRecord = z.object({
  id: z.string(),
  url: z.string(),
  priority: z.int(),
  status: pageStatus,
  /** Last stage that the crawl of the page reached, and the reason that it ended there or that only part of the page is searched. */
  stage: pageStage.nullable(),
  reason: z.string().nullable(),
  title: z.string().nullable(),
  passages: z.int(),
  last_scraped_at: z.iso.datetime().nullable(),
  is_custom: z.boolean(),
  /** Name of the uploaded file that is the page's content. */
  file_name: z.string().nullable(),
});
export type PageRecord = z.infer<typeof pageRecord>;

const MAX_PATTERNS = 50;
const PATTERN_INVALID = 'A pattern must start with / or * and contain no spaces, for example /blog/*';
const patterns = z
  .array(
    z
      .string()
      .trim()
      .max(200, 'A pattern can have at most 200 characters')
      .regex(/^[/*]\S*$/, PATTERN_INVALID),
  )
  .max(MAX_PATTERNS, `You can add at most ${MAX_PATTERNS} patterns`);

/**
 * PUT /api/ai/scraping/settings/{clientId}: path patterns as in robots.txt. An empty `include` means all pages; `exclude` wins;
 * custom URLs are always crawled.
 */
export const siteSettings = z.object({
  include: patterns,
  exclude: patterns,
  recrawl: z.enum(['never', 'daily', 'weekly', 'monthly']),
});
export type SiteSettingsBody = z.infer<typeof siteSettings>;

/** GET /api/ai/scraping/pages/{clientId}/{pageId}/history: visits and changes of a page, newest first. */
export const pageHistory = z.object({
  entries: z.array(
    z.object({
      at: z.iso.datetime(),
      type: z.string(),
      /** Name of the actor; `Landline` for the system. */
      by: z.string().nullable(),
      status: pageStatus.nullable(),
      stage: pageStage.nullable(),
      reason: z.string().nullable(),
      /** Set for a visit: whether the content changed, and the response time in milliseconds. */
      changed: z.boolean().nullable(),
      fetch_ms: z.int().nullable(),
      priority: z.int().nullable(),
      /** Set for an upload. */
      file: z.object({ name: z.string(), bytes: z.int() }).nullable(),
      /** Set if the page was blacklisted. */
      content_deleted: z.boolean().nullable(),
    }),
  ),
});
export type PageHistory = z.infer<typeof pageHistory>;

/** GET /api/ai/scraping/pages/{clientId}: pages, running work, and the plan's allowance (spec 002 §9). */
export const pagesResponse = z.object({
  pages: z.array(pageRecord),
  allowance: z.int(),
  /** Number of indexed pages, which count against the allowance. */
  indexed: z.int(),
  /** Number of passages of the indexed pages, and how many of them have a vector, so that search finds them by meaning. */
  passages: z.int(),
  encoded: z.int(),
  discovering: z.boolean(),
  scraping: z.boolean(),
  problems: z.array(z.string()),
  /** Times of the last discovery and the last complete crawl. */
  discovered_at: z.iso.datetime().nullable(),
  scraped_at: z.iso.datetime().nullable(),
  /** Time of the last crawl if it failed. */
  scrape_failed_at: z.iso.datetime().nullable(),
  settings: siteSettings,
});
export type PagesResponse = z.infer<typeof pagesResponse>;

export const blacklistedUrl = z.object({
  id: z.string(),
  url: z.string(),
  file_name: z.string().nullable(),
  blacklisted_at: z.iso.datetime(),
});
export const blacklistedResponse = z.object({ urls: z.array(blacklistedUrl) });
export type BlacklistedUrl = z.infer<typeof blacklistedUrl>;
export type BlacklistedResponse = z.infer<typeof blacklistedResponse>;

/** GET /api/ai/learned-pages/client/{clientId}: the client's view of its pages. */
export const clientPagesQuery = z.object({
  search: z.string().trim().max(200).default(''),
  status: pageStatus.optional(),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
});
export const CLIENT_PAGE_SIZE = 50;
export const clientPages = z.object({
  pages: z.array(
    pageRecord.pick({
      id: true,
      url: true,
      title: true,
      status: true,
      reason: true,
      last_scraped_at: true,
      file_name: true,
    }),
  ),
  /** Number of all listed pages. */
  total: z.int(),
  /** Number of pages that match the search and status. */
  found: z.int(),
  /** Number of pages whose content needs JavaScript. */
  needs_javascript: z.int(),
  /** Number of pages that are not indexed because the index is full. */
  left_out: z.int(),
  indexed: z.int(),
  passages: z.int(),
  encoded: z.int(),
  allowance: z.int(),
  scraping: z.boolean(),
  scraped_at: z.iso.datetime().nullable(),
});
export type ClientPages = z.infer<typeof clientPages>;

/** GET /api/ai/scraping/worker-status (spec 002 §3). */
export const workerStatus = z.object({
  connected: z.boolean(),
  error: z.string().nullable(),
  pendingPages: z.int(),
  blacklistedUrls: z.int(),
  scrapedLast24h: z.int(),
  /** Average response time of websites in the last 24 hours, in milliseconds; null if there were no visits. */
  avgResponseTime: z.number().nullable(),
});
export type WorkerStatus = z.infer<typeof workerStatus>;

/** Messages prescribed by spec 002 §5. */
export const WEBSITE_TEXTS = {
  noneToScrape: 'No URLs selected for immediate scraping',
  noneToPrioritize: 'No URLs selected for priority update',
  noneToDelete: 'No URLs selected for deletion',
  noneToRestore: 'No blacklisted URLs selected for restoration',
  noneToDeleteForever: 'No blacklisted URLs selected for permanent deletion',
  invalidUrl: 'Please enter a valid URL',
  noUrls: 'Could not retrieve URLs for selected pages',
} as const;

const clientId = z.string().min(1).max(100);
const ids = (message: string) => z.array(z.string().max(100)).min(1, message).max(5_000);

/** Priority of a new page unless staff choose another one (spec 002 §5). */
export const DEFAULT_PRIORITY = 5;
const priority = z.coerce.number().int().min(1).max(10);
export const crawlBody = z.object({ clientId });
/** Maximum number of pages crawled within one request. */
const MAX_IMMEDIATE_PAGES = 50;
export const crawlPagesBody = z.object({
  clientId,
  urlIds: ids(WEBSITE_TEXTS.noneToScrape).max(
    MAX_IMMEDIATE_PAGES,
    `Select at most ${MAX_IMMEDIATE_PAGES} pages at once`,
  ),
});
export const customUrlBody = z.object({
  clientId,
  url: z
    .string()
    .trim()
    .pipe(z.url({ protocol: /^https?$/, message: WEBSITE_TEXTS.invalidUrl })),
  priority: priority.default(DEFAULT_PRIORITY),
  scrapeImmediately: z.boolean().default(false),
});
/** POST /api/ai/learned-pages/client/{clientId} */
export const clientPageBody = customUrlBody.pick({ url: true });

export const MAX_DOCUMENT_BYTES = 5 * 1024 * 1024;
export const DOCUMENT_NOT_ACCEPTED =
  'Only PDF, Word (.docx) and text files (.txt or .md, in UTF-8) that are not empty can be added.';
const MAX_DOCUMENT_NAME = 200;
/**
 * POST /api/ai/learned-pages/client/{clientId}/documents and /api/ai/scraping/documents/{clientId}. Names are normalized,
 * because macOS and Windows encode the same name differently.
 */
export const documentQuery = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'The file needs a name.')
    .max(MAX_DOCUMENT_NAME, `A file name can have at most ${MAX_DOCUMENT_NAME} characters.`)
    .regex(/^[^/\\]+$/, 'A file name cannot contain / or \\.')
    .refine((name) => !/\p{Cc}/u.test(name), 'A file name cannot contain control characters.')
    .refine((name) => /\.(?:pdf|docx|txt|md)$/i.test(name), DOCUMENT_NOT_ACCEPTED)
    .overwrite((name) => name.normalize('NFC')),
});

export const updatePriorityBody = z.object({ pageIds: ids(WEBSITE_TEXTS.noneToPrioritize), priority });
export const blacklistBody = z.object({
  urls: z.array(z.string()).max(5_000).optional(),
  client_id: clientId,
  pageIds: ids(WEBSITE_TEXTS.noneToDelete),
});
export const restoreBody = z.object({ ids: ids(WEBSITE_TEXTS.noneToRestore), client_id: clientId });
export const permanentlyDeleteBody = z.object({ urlIds: ids(WEBSITE_TEXTS.noneToDeleteForever) });

const summary = z.object({ successful: z.int(), total: z.int() });
export const doneMessage = (message: string) => ({ success: true as const, message });
export const crawlPagesResponse = messageResponse.extend({ summary });
export const customUrlResponse = messageResponse.extend({ scrapeResult: z.object({ summary }).optional() });
