import { createHash } from 'node:crypto';
import { streams } from '@landline/event-schemas';
import { sql } from 'slonik';
import { z } from 'zod';
import type { Origin } from '../../platform/commands/commands.ts';
import { deletePageContent, storePageContent } from '../answers/page-content.ts';
import type { AssistantPorts } from '../ports.ts';
import { INDEX_FULL, NEEDS_JAVASCRIPT, PAGE_CUT, PLAN_FULL } from './contract.ts';
import { type Links, linksOf } from './extract.ts';
import type { ReadPage } from './extractor-thread.ts';
import { FetchError, type FetchResponse } from './fetcher.ts';
import { type Page, type PageCommand, page } from './page.ts';
import type { Reader, Rules } from './robots-and-sitemaps.ts';
import { awaitDocument, findDocumentHash, type UploadedDocument } from './uploaded-documents.ts';
import { normalUrl, onSite, withoutWww } from './urls.ts';

export interface PageTarget {
  readonly page_id: string;
  readonly url: string;
  /** Added by staff or the client; the site's patterns do not apply. */
  readonly is_custom: boolean;
}

export const targetOf = ({ page_id, url, isCustom }: NonNullable<Page>): PageTarget => ({
  page_id,
  url,
  is_custom: isCustom,
});

export interface Visit extends Reader {
  readonly clientId: string;
  /** Home page of the client's website; if undefined, no links are followed. */
  readonly site: string | undefined;
  readonly allowance: number;
  /** Applies the site's patterns. */
  readonly isInScope: (url: string) => boolean;
  /** Returns the robots.txt rules of an address's host. */
  readonly rulesFor: (url: string) => Promise<Rules>;
  readonly origin: Origin;
  close(): Promise<void>;
}

interface CrawlResult {
  readonly successful: boolean;
  /** Commit position of the resulting event. */
  readonly position: bigint;
  readonly links: Links;
}

const NO_LINKS: Links = { all: [], next: [] };

type CrawlPagePorts = Pick<AssistantPorts, 'pool' | 'commands' | 'log'>;
type Result = Extract<PageCommand, { type: 'crawled' | 'ignored' | 'failed' }>;

interface Outcome {
  readonly result: Result;
  readonly links?: Links;
  /** Present if the stored content of the page must be deleted. */
  readonly deletesContent?: true;
}

/** Fetches, extracts and indexes a page, and records the outcome in one event. */
export async function crawlPage(
  ports: CrawlPagePorts,
  target: PageTarget,
  visit: Visit,
): Promise<CrawlResult> {
  const stream = streams.page(target.page_id);
  const { state: pageState } = await ports.commands.load(page, stream);
  if (!pageState || pageState.isBlacklisted) return { successful: false, position: 0n, links: NO_LINKS };
  const read = pageState.isDocument ? readDocument : visitPage;
  const { result, links = NO_LINKS, deletesContent } = await read(ports, target, visit);
  if (deletesContent) await deletePageContent(ports.pool, visit.clientId, [target.page_id]);
  const { state, position } = await ports.commands.execute(page, {
    stream,
    command: result,
    ...visit.origin,
  });
  if (state && !state.isBlacklisted) return { successful: result.type === 'crawled', position, links };
  // The page was blacklisted or deleted during the visit: its content is withheld and its links are not followed.
  if (!state || state.isContentDeleted) await deletePageContent(ports.pool, visit.clientId, [target.page_id]);
  return { successful: false, position, links: NO_LINKS };
}

const ignored = (stage: 'robots' | 'fetched' | 'extracted' | 'indexed', reason: string): Outcome => ({
  result: { type: 'ignored', stage, reason },
  deletesContent: true,
});

const EXCLUDED = "Excluded by the website's patterns";

async function visitPage(ports: CrawlPagePorts, target: PageTarget, visit: Visit): Promise<Outcome> {
  const storedPage = await findStoredPage(ports, visit.clientId, target.page_id);
  const failed = (stage: 'robots' | 'fetched' | 'extracted', reason: string): Outcome => ({
    result: { type: 'failed', stage, reason, kept: storedPage !== null },
  });
  let stage: 'robots' | 'fetched' | 'extracted' = 'robots';
  // The home page is visited even if it is excluded, because discovery of links starts there.
  if (!target.is_custom && target.url !== visit.site && !visit.isInScope(target.url))
    return ignored('robots', EXCLUDED);
  try {
    const rules = await visit.rulesFor(target.url);
    if (!(await rules.allows(target.url))) return ignored('robots', 'Blocked by robots.txt');
    stage = 'fetched';
    const response = await visit.fetcher.get(target.url, {
      headers: {
        ...(storedPage?.etag && { 'if-none-match': storedPage.etag }),
        ...(storedPage?.last_modified && { 'if-modified-since': storedPage.last_modified }),
      },
      ...(visit.signal && { signal: visit.signal }),
    });
    if (response.status === 304 && storedPage) return outcomeOfUnchanged(storedPage, response);
    if (response.status === 404 || response.status === 410) {
      return {
        result: {
          type: 'failed',
          stage,
          reason: `The server returned status ${response.status}: the page does not exist`,
          kept: false,
        },
        deletesContent: true,
      };
    }
    if (response.status >= 400 || response.status < 200)
      return failed(stage, `The server returned status ${response.status}`);
    const finalUrl = normalUrl(response.url);
    if (finalUrl !== target.url && finalUrl !== undefined && !staysOnOtherHost(target, finalUrl, visit))
      return outcomeOfRedirect(finalUrl, visit);
    stage = 'extracted';
    const extracted = await visit.extractor.page({ contentType: response.contentType, body: response.body });
    const name = new URL(target.url).pathname;
    return await indexPage(ports, target, visit, { ...response, extracted, name }, storedPage);
  } catch (error) {
    if (visit.signal?.aborted) throw error;
    if (error instanceof FetchError) return failed(stage, error.message);
    if (stage !== 'extracted') throw error;
    ports.log.warn(
      { event: 'crawl.page_unreadable', err: error, page_id: target.page_id },
      'Could not extract the content of a page; it is listed with an error until a crawl succeeds',
    );
    return failed(stage, 'The page could not be read');
  }
}

/** Returns whether a page on another host, such as a help center, redirects within that host. Such a page keeps its address. */
const staysOnOtherHost = ({ url, is_custom }: PageTarget, finalUrl: string, { site }: Visit) =>
  is_custom &&
  (site === undefined || onSite(site, url) === undefined) &&
  withoutWww(new URL(url).host) === withoutWww(new URL(finalUrl).host);

/** Returns the outcome for a page that redirects: it is ignored, and its target is crawled instead if it is on the same website. */
function outcomeOfRedirect(url: string, { site }: Visit): Outcome {
  const target = site === undefined ? undefined : onSite(site, url);
  if (target === undefined) return ignored('fetched', `The page redirects to another website: ${url}`);
  return { ...ignored('fetched', `The page redirects to ${url}`), links: { all: [target], next: [] } };
}

/**
 * Reads and indexes the uploaded file of a page. Reads again if the file was replaced meanwhile, because another visit may
 * have indexed the later file first.
 */
async function readDocument(ports: CrawlPagePorts, target: PageTarget, visit: Visit): Promise<Outcome> {
  const document = await awaitDocument(ports.pool, visit.clientId, target.page_id);
  const { deletesContent, ...outcome } = await indexDocument(ports, target, visit, document);
  if (deletesContent) await deletePageContent(ports.pool, visit.clientId, [target.page_id]);
  const latest = await findDocumentHash(ports.pool, visit.clientId, target.page_id);
  return latest === (document?.content_hash ?? null) ? outcome : readDocument(ports, target, visit);
}

/** Indexes an uploaded file. If it cannot be read, content indexed from an earlier file is deleted, because it is outdated. */
async function indexDocument(
  ports: CrawlPagePorts,
  target: PageTarget,
  visit: Visit,
  document: UploadedDocument | null,
): Promise<Outcome> {
  const failed = (stage: 'fetched' | 'extracted', reason: string): Outcome => ({
    result: { type: 'failed', stage, reason, kept: false },
    deletesContent: true,
  });
  if (document === null) return failed('fetched', 'The file was deleted. Upload it again');
  const { name, content_type: contentType, content_hash, bytes: body } = document;
  const storedPage = await findStoredPage(ports, visit.clientId, target.page_id);
  const source = { name, contentType, etag: content_hash, lastModified: undefined, ms: 0 };
  if (storedPage?.etag === content_hash) return outcomeOfUnchanged(storedPage, source);
  let extracted: ReadPage | undefined;
  try {
    extracted = await visit.extractor.page({ contentType, body });
  } catch (error) {
    if (visit.signal?.aborted) throw error;
    if (error instanceof FetchError) return failed('extracted', error.message);
    ports.log.warn(
      { event: 'crawl.document_unreadable', err: error, page_id: target.page_id },
      'Could not read an uploaded file; its page is listed with an error until another file is uploaded',
    );
    return failed('extracted', 'The file could not be read');
  }
  // The site's patterns do not apply to files.
  return indexPage(ports, { ...target, is_custom: true }, visit, { ...source, extracted }, storedPage);
}

/** Extracted content of a page or file, with the metadata of its source. */
interface PageSource extends Pick<FetchResponse, 'contentType' | 'etag' | 'lastModified' | 'ms'> {
  readonly extracted: ReadPage | undefined;
  /** Used as the title if the content has none. */
  readonly name: string;
}

async function indexPage(
  ports: CrawlPagePorts,
  target: PageTarget,
  visit: Visit,
  source: PageSource,
  storedPage: StoredPage | null,
): Promise<Outcome> {
  const { contentType, extracted, name } = source;
  if (extracted === undefined) return ignored('fetched', `Not a page: ${contentType.slice(0, 60)}`);
  const allLinks = linksOf(extracted, target.url, visit.site);
  const links = { all: allLinks.all.filter(visit.isInScope), next: allLinks.next.filter(visit.isInScope) };
  if (!target.is_custom && !visit.isInScope(target.url)) return { ...ignored('extracted', EXCLUDED), links };
  if (extracted.noindex) return { ...ignored('extracted', 'The page opts out of indexing (noindex)'), links };
  const canonical = extracted.canonical && visit.site && onSite(visit.site, extracted.canonical, target.url);
  if (canonical && canonical !== target.url)
    return {
      ...ignored('extracted', `The same page as ${canonical}`),
      links: { ...links, all: [canonical, ...links.all] },
    };
  if (extracted.needsJavaScript)
    return {
      result: {
        type: 'failed',
        stage: 'extracted',
        reason: NEEDS_JAVASCRIPT,
        kept: storedPage !== null,
      },
      links,
    };
  const { passages, isCut } = extracted;
  if (passages.length === 0) return { ...ignored('extracted', 'The page has no text'), links };
  const hash = createHash('sha256')
    .update(JSON.stringify([extracted.title, passages]))
    .digest('hex');
  const result = {
    type: 'crawled' as const,
    title: extracted.title || name,
    content_hash: hash,
    passages: passages.length,
    fetch_ms: source.ms,
    ...(isCut && { reason: PAGE_CUT }),
  };
  if (storedPage?.content_hash === hash) {
    await storeValidators(ports, visit.clientId, target.page_id, { hash, isCut }, source);
    return { result: { ...result, changed: false }, links };
  }
  const duplicateUrl = await ports.pool.maybeOneFirst(sql.type(z.object({ url: z.string() }))`
    SELECT url FROM api.page_content
    WHERE client_id = ${visit.clientId} AND content_hash = ${hash} AND page_id <> ${target.page_id}
      AND NOT removed AND NOT withheld
    LIMIT 1
  `);
  if (duplicateUrl !== null) return { ...ignored('extracted', `The same content as ${duplicateUrl}`), links };
  const { clientId, allowance } = visit;
  const outcome = await storePageContent(
    ports.pool,
    { clientId, pageId: target.page_id, url: target.url, title: result.title, passages },
    allowance,
  );
  if (outcome === 'index_full') return { ...ignored('indexed', INDEX_FULL), links };
  if (outcome === 'plan_full')
    return {
      ...ignored('indexed', `${PLAN_FULL} ${allowance.toLocaleString('en')} pages is reached`),
      links,
    };
  await storeValidators(ports, clientId, target.page_id, { hash, isCut }, source);
  return { result: { ...result, changed: true }, links };
}

const storedPageRow = z.object({
  content_hash: z.string().nullable(),
  etag: z.string().nullable(),
  last_modified: z.string().nullable(),
  title: z.string(),
  passages: z.number(),
  is_cut: z.boolean(),
});
type StoredPage = z.infer<typeof storedPageRow>;

function findStoredPage(
  { pool }: CrawlPagePorts,
  clientId: string,
  pageId: string,
): Promise<StoredPage | null> {
  return pool.maybeOne(sql.type(storedPageRow)`
    SELECT content_hash, etag, last_modified, title, is_cut, (SELECT count(*)::int FROM api.chunk
      WHERE chunk.client_id = ${clientId} AND chunk.page_id = ${pageId}) AS passages
    FROM api.page_content WHERE client_id = ${clientId} AND page_id = ${pageId} AND NOT removed
  `);
}

function outcomeOfUnchanged(
  { title, content_hash, passages, is_cut }: StoredPage,
  { ms }: Pick<FetchResponse, 'ms'>,
): Outcome {
  return {
    result: {
      type: 'crawled',
      title,
      content_hash: content_hash ?? '',
      passages,
      changed: false,
      fetch_ms: ms,
      ...(is_cut && { reason: PAGE_CUT }),
    },
  };
}

/** Stores what the next visit needs to recognize unchanged content: hash, ETag and Last-Modified. */
async function storeValidators(
  { pool }: CrawlPagePorts,
  clientId: string,
  pageId: string,
  { hash, isCut }: { readonly hash: string; readonly isCut: boolean },
  { etag, lastModified }: Pick<FetchResponse, 'etag' | 'lastModified'>,
): Promise<void> {
  await pool.query(sql.unsafe`
    UPDATE api.page_content SET content_hash = ${hash}, is_cut = ${isCut}, etag = ${etag ?? null},
      last_modified = ${lastModified ?? null}
    WHERE client_id = ${clientId} AND page_id = ${pageId}
  `);
}
