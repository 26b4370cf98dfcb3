import type { EventData } from '@landline/event-schemas';
import { clientAudience, type Projector, patch, put, remove, sql } from '../../projector.ts';
import { boolean, integer, nullable, table, text, timestamp } from '../../table.ts';

/** Status of a page. Screens show `ignored` and `pending` in a neutral color (spec 002 §3). */
type PageStatus = 'pending' | 'processing' | 'completed' | 'error' | 'ignored';

const page = table('page', {
  key: ['page_id'],
  columns: {
    page_id: text(),
    client_id: text(),
    url: text(),
    priority: integer(),
    is_custom: boolean(),
    /** Name of the uploaded file that is the page's content. */
    file_name: nullable(text()),
    status: text<PageStatus>(),
    /** Status before the crawl in progress. */
    status_before: nullable(text<PageStatus>()),
    /** Last stage that the page reached. */
    stage: nullable(text<EventData<'PageIgnored'>['stage']>()),
    /** Why the page was ignored, why it failed, or why only part of it is searched. */
    reason: nullable(text()),
    title: nullable(text()),
    passages: integer(),
    fetch_ms: nullable(integer()),
    last_scraped_at: nullable(timestamp()),
    blacklisted_at: nullable(timestamp()),
  },
  indexes: {
    page_by_client: '(generation, client_id, priority DESC, page_id)',
    page_by_last_scraped: '(generation, last_scraped_at) WHERE last_scraped_at IS NOT NULL',
  },
});

const site = table('site', {
  key: ['client_id'],
  columns: {
    client_id: text(),
    discovering: boolean(),
    scraping: boolean(),
    discovered_at: nullable(timestamp()),
    found: nullable(integer()),
    /** Time of the last complete crawl. */
    scraped_at: nullable(timestamp()),
    /** Time of the last crawl if it failed. */
    scrape_failed_at: nullable(timestamp()),
    /** Interval between crawls. */
    recrawl: nullable(text<EventData<'SiteSettingsChanged'>['recrawl']>()),
    /** Problems found during discovery, one per line. */
    problems: nullable(text()),
  },
});

const siteBusy = (client_id: string, column: 'discovering' | 'scraping', value: boolean) =>
  sql(
    `INSERT INTO read.site (generation, client_id, discovering, scraping)
     VALUES ($1, $2, ${column === 'discovering' ? '$3' : 'false'}, ${column === 'scraping' ? '$3' : 'false'})
     ON CONFLICT (generation, client_id) DO UPDATE SET ${column} = $3`,
    client_id,
    value,
  );

/** Restores the status of the pages that a crawl did not reach; they wait for the next crawl. */
const restoreUnreached = (client_id: string) =>
  sql(
    `UPDATE read.page SET status = coalesce(status_before, 'pending')
     WHERE generation = $1 AND client_id = $2 AND status = 'processing'`,
    client_id,
  );

export const pages: Projector<'pages'> = {
  name: 'pages',
  version: 5,
  tables: [page, site],
  on: {
    PageAdded: ({ data }) =>
      put(page, {
        ...data,
        status: 'pending',
        status_before: null,
        stage: null,
        reason: null,
        title: null,
        passages: 0,
        fetch_ms: null,
        last_scraped_at: null,
        blacklisted_at: null,
        file_name: null,
      }),
    PageDocumentUploaded: ({ data: { page_id, name } }) =>
      patch(page, { page_id }, { file_name: name, status: 'pending', stage: null, reason: null }),
    PagePriorityChanged: ({ data: { page_id, priority } }) => patch(page, { page_id }, { priority }),
    PageScraped: ({ data: { page_id, title, passages, fetch_ms, reason = null }, metadata }) =>
      patch(
        page,
        { page_id },
        {
          status: 'completed',
          stage: 'indexed',
          reason,
          title,
          passages,
          fetch_ms,
          last_scraped_at: metadata.at,
        },
      ),
    PageIgnored: ({ data: { page_id, stage, reason }, metadata }) =>
      patch(
        page,
        { page_id },
        { status: 'ignored', stage, reason, passages: 0, last_scraped_at: metadata.at },
      ),
    PageScrapeFailed: ({ data: { page_id, stage, reason, kept }, metadata }) =>
      patch(
        page,
        { page_id },
        { status: 'error', stage, reason, last_scraped_at: metadata.at, ...(!kept && { passages: 0 }) },
      ),
    // If the content is kept, so is the status: restoring the page makes it searchable again.
    PageBlacklisted: ({ data: { page_id, content_deleted }, metadata }) =>
      patch(
        page,
        { page_id },
        {
          blacklisted_at: metadata.at,
          ...(content_deleted && { status: 'pending', stage: null, reason: null, passages: 0 }),
        },
      ),
    PageRestored: ({ data: { page_id } }) => patch(page, { page_id }, { blacklisted_at: null }),
    PageDeleted: ({ data: { page_id } }) => remove(page, { page_id }),
    SiteDiscoveryRequested: ({ data: { client_id } }) => siteBusy(client_id, 'discovering', true),
    SiteDiscovered: ({ data: { client_id, found, problems }, metadata }) => [
      siteBusy(client_id, 'discovering', false),
      patch(
        site,
        { client_id },
        { discovered_at: metadata.at, found, problems: problems.length === 0 ? null : problems.join('\n') },
      ),
    ],
    SiteScrapeRequested: ({ data: { client_id } }) => [
      siteBusy(client_id, 'scraping', true),
      patch(site, { client_id }, { scrape_failed_at: null }),
      sql(
        `UPDATE read.page SET status_before = status, status = 'processing'
         WHERE generation = $1 AND client_id = $2 AND blacklisted_at IS NULL`,
        client_id,
      ),
    ],
    SiteSettingsChanged: ({ data: { client_id, recrawl } }) =>
      sql(
        `INSERT INTO read.site (generation, client_id, discovering, scraping, recrawl) VALUES ($1, $2, false, false, $3)
         ON CONFLICT (generation, client_id) DO UPDATE SET recrawl = $3`,
        client_id,
        recrawl,
      ),
    SiteScrapeStopped: ({ data: { client_id, failed = false }, metadata }) => [
      siteBusy(client_id, 'scraping', false),
      patch(site, { client_id }, { scrape_failed_at: failed ? metadata.at : null }),
      restoreUnreached(client_id),
    ],
    SiteScraped: ({ data: { client_id }, metadata }) => [
      siteBusy(client_id, 'scraping', false),
      patch(site, { client_id }, { scraped_at: metadata.at }),
      restoreUnreached(client_id),
    ],
  },
  audience: clientAudience,
};
