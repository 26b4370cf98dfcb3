import { createHash } from 'node:crypto';
import { streams } from '@landline/event-schemas';
import { sql } from 'slonik';
import { z } from 'zod';
import { forgetPages, learnPage, releasePages } from '../answers/knowledge.ts';
import { passagesOf } from '../answers/passages.ts';
import type { Origin } from '../commands/commands.ts';
import type { Deps } from '../deps.ts';
import { FetchError, type Fetched, type Fetcher } from './fetcher.ts';
import { type PageCommand, page } from './page.ts';
import { extract, linksOf } from './page-text.ts';
import { normalUrl, onSite, pageIdOf } from './urls.ts';
import type { Rules } from './website.ts';

export interface ScrapedPage {
  readonly page_id: string;
  readonly url: string;
  /** Staff named it: the site's patterns do not keep it out. */
  readonly is_custom?: boolean;
}

export interface Visit {
  readonly clientId: string;
  /** The client's website; without one only this page is read, and no link is followed. */
  readonly site: string | undefined;
  readonly allowance: number;
  /** By the patterns of the site. */
  readonly isWanted: (url: string) => boolean;
  readonly fetcher: Fetcher;
  /** The rules of the host of an address. */
  readonly rulesFor: (url: string) => Promise<Rules>;
  readonly origin: Origin;
  readonly signal?: AbortSignal;
}

export interface Scraped {
  readonly successful: boolean;
  /** Of the event that says so. */
  readonly position: bigint;
  /** Pages of the same website that this one leads to. */
  readonly links: readonly string[];
}

type ScrapeDeps = Pick<Deps, 'pool' | 'commands' | 'log'>;
type Result = Extract<PageCommand, { type: 'scraped' | 'ignored' | 'failed' }>;

/** What becomes of a page, and where it leads. `forgets`: nothing that was learned of it is true any more. */
interface Verdict {
  readonly result: Result;
  readonly links?: readonly string[];
  readonly forgets?: true;
}

/** Fetches a page, reads it, keeps what it says, and records what came of it: each page ends with one event. */
export async function scrapePage(deps: ScrapeDeps, target: ScrapedPage, visit: Visit): Promise<Scraped> {
  const stream = streams.page(target.page_id);
  const before = await deps.commands.load(page, stream);
  if (!before.state || before.state.isBlacklisted) return { successful: false, position: 0n, links: [] };
  const { result, links = [], forgets } = await verdictOn(deps, target, visit);
  if (forgets) await forgetPages(deps.pool, visit.clientId, [target.page_id]);
  const { state, position } = await deps.commands.execute(page, {
    stream,
    command: result,
    ...visit.origin,
  });
  if (state && !state.isBlacklisted) return { successful: result.type === 'scraped', position, links };
  // It was blacklisted or deleted while it was read, and is withheld: nothing leads on from it.
  if (!state || state.isContentDeleted) await forgetPages(deps.pool, visit.clientId, [target.page_id]);
  return { successful: false, position, links: [] };
}

const ignored = (stage: 'robots' | 'fetched' | 'extracted' | 'indexed', reason: string): Verdict => ({
  result: { type: 'ignored', stage, reason },
  forgets: true,
});

const LEFT_OUT = "Left out by the website's patterns";

async function verdictOn(deps: ScrapeDeps, target: ScrapedPage, visit: Visit): Promise<Verdict> {
  const known = await knownOf(deps, visit.clientId, target.page_id);
  const failed = (stage: 'robots' | 'fetched' | 'extracted', reason: string): Verdict => ({
    result: { type: 'failed', stage, reason, kept: known !== null },
  });
  let stage: 'robots' | 'fetched' | 'extracted' = 'robots';
  // Of what is left out only the way on is read, which starts at the home page.
  if (!target.is_custom && target.url !== visit.site && !visit.isWanted(target.url))
    return ignored('robots', LEFT_OUT);
  try {
    const rules = await visit.rulesFor(target.url);
    if (!rules.allows(target.url)) return ignored('robots', 'Blocked by robots.txt');
    stage = 'fetched';
    const answer = await visit.fetcher.get(target.url, {
      headers: {
        ...(known?.etag && { 'if-none-match': known.etag }),
        ...(known?.last_modified && { 'if-modified-since': known.last_modified }),
      },
      ...(visit.signal && { signal: visit.signal }),
    });
    if (answer.status === 304 && known) return unchanged(known, answer);
    if (answer.status === 404 || answer.status === 410) {
      // It is gone: what it said is not quoted any more.
      return {
        result: {
          type: 'failed',
          stage,
          reason: `The server answered ${answer.status}: there is no such page`,
          kept: false,
        },
        forgets: true,
      };
    }
    if (answer.status >= 400 || answer.status < 200)
      return failed(stage, `The server answered ${answer.status}`);
    const moved = normalUrl(answer.url);
    if (moved !== target.url && moved !== undefined) return movedTo(moved, visit);
    stage = 'extracted';
    return await read(deps, target, visit, answer, known);
  } catch (error) {
    if (visit.signal?.aborted) throw error;
    if (error instanceof FetchError) return failed(stage, error.message);
    if (stage !== 'extracted') throw error;
    deps.log.warn({ err: error, page_id: target.page_id }, 'A page could not be read');
    return failed(stage, 'It could not be read');
  }
}

/** Its address leads to another page, which stands for both. */
function movedTo(url: string, { site }: Visit): Verdict {
  const target = site === undefined ? undefined : onSite(site, url);
  if (target === undefined) return ignored('fetched', `It leads to another website: ${url}`);
  return { ...ignored('fetched', `It leads to ${url}`), links: [target] };
}

async function read(
  deps: ScrapeDeps,
  target: ScrapedPage,
  visit: Visit,
  answer: Fetched,
  known: Known | null,
): Promise<Verdict> {
  const extracted = await extract(answer);
  if (extracted === undefined) return ignored('fetched', `It is no page: ${answer.contentType.slice(0, 60)}`);
  const links = linksOf(extracted, target.url, visit.site).filter(visit.isWanted);
  if (!target.is_custom && !visit.isWanted(target.url)) return { ...ignored('extracted', LEFT_OUT), links };
  if (extracted.noindex)
    return { ...ignored('extracted', 'The page asks not to be indexed (noindex)'), links };
  const canonical = extracted.canonical && visit.site && onSite(visit.site, extracted.canonical, target.url);
  if (canonical && canonical !== target.url)
    return { ...ignored('extracted', `The same page as ${canonical}`), links: [canonical, ...links] };
  if (extracted.needsJavaScript)
    return {
      result: {
        type: 'failed',
        stage: 'extracted',
        reason: 'The page shows its content with JavaScript only, which is not run',
        kept: known !== null,
      },
      links,
    };
  const passages = passagesOf(extracted.blocks);
  if (passages.length === 0) return { ...ignored('extracted', 'There is no text on it'), links };
  const hash = createHash('sha256')
    .update(JSON.stringify([extracted.title, passages]))
    .digest('hex');
  const result = {
    type: 'scraped' as const,
    title: extracted.title || new URL(target.url).pathname,
    content_hash: hash,
    passages: passages.length,
    fetch_ms: answer.ms,
  };
  if (known?.content_hash === hash) {
    await remember(deps, visit.clientId, target.page_id, hash, answer);
    return { result: { ...result, changed: false }, links };
  }
  const twin = await deps.pool.maybeOneFirst(sql.type(z.object({ url: z.string() }))`
    SELECT url FROM api.page_content
    WHERE client_id = ${visit.clientId} AND content_hash = ${hash} AND page_id <> ${target.page_id}
      AND NOT removed AND NOT withheld
    LIMIT 1
  `);
  if (twin !== null) return { ...ignored('extracted', `The same content as ${twin}`), links };
  const { clientId, allowance } = visit;
  const isLearned = await learnPage(
    deps.pool,
    { clientId, pageId: target.page_id, url: target.url, title: result.title, passages },
    allowance,
  );
  if (!isLearned)
    return { ...ignored('indexed', `The plan's ${allowance.toLocaleString('en')} pages are used up`), links };
  await remember(deps, clientId, target.page_id, hash, answer);
  return { result: { ...result, changed: true }, links };
}

const knownPage = z.object({
  content_hash: z.string().nullable(),
  etag: z.string().nullable(),
  last_modified: z.string().nullable(),
  title: z.string(),
  passages: z.number(),
});
type Known = z.infer<typeof knownPage>;

function knownOf({ pool }: ScrapeDeps, clientId: string, pageId: string): Promise<Known | null> {
  return pool.maybeOne(sql.type(knownPage)`
    SELECT content_hash, etag, last_modified, title, (SELECT count(*)::int FROM api.chunk
      WHERE chunk.client_id = ${clientId} AND chunk.page_id = ${pageId}) AS passages
    FROM api.page_content WHERE client_id = ${clientId} AND page_id = ${pageId} AND NOT removed
  `);
}

function unchanged({ title, content_hash, passages }: Known, { ms }: Fetched): Verdict {
  return {
    result: {
      type: 'scraped',
      title,
      content_hash: content_hash ?? '',
      passages,
      changed: false,
      fetch_ms: ms,
    },
  };
}

async function remember(
  { pool }: ScrapeDeps,
  clientId: string,
  pageId: string,
  hash: string,
  { etag, lastModified }: Fetched,
): Promise<void> {
  await pool.query(sql.unsafe`
    UPDATE api.page_content SET content_hash = ${hash}, etag = ${etag ?? null}, last_modified = ${lastModified ?? null}
    WHERE client_id = ${clientId} AND page_id = ${pageId}
  `);
}

/** Puts addresses on a client's list; those that are there already stay as they are. How many were new. */
export async function addPages(
  { commands, pool }: Pick<Deps, 'commands' | 'pool'>,
  clientId: string,
  urls: Iterable<string>,
  origin: Origin,
  { priority = DEFAULT_PRIORITY, isCustom = false } = {},
): Promise<ScrapedPage[]> {
  const added: ScrapedPage[] = [];
  const listed: string[] = [];
  const targets = [...urls].map((url) => ({ page_id: pageIdOf(clientId, url), url }));
  for (let at = 0; at < targets.length; at += AT_ONCE) {
    const outcomes = targets.slice(at, at + AT_ONCE).map(async (target) => {
      const { events, state } = await commands.execute(page, {
        stream: streams.page(target.page_id),
        command: { type: 'add', ...target, client_id: clientId, priority, is_custom: isCustom },
        ...origin,
      });
      if (state && !state.isBlacklisted) listed.push(target.page_id);
      return events.length > 0 ? [target] : [];
    });
    added.push(...(await Promise.all(outcomes)).flat());
  }
  // What was deleted, and is found again, may be quoted again.
  await releasePages(pool, clientId, listed);
  return added;
}

/** Spec 002 §5. */
const DEFAULT_PRIORITY = 5;
/** Appends under way. */
const AT_ONCE = 8;
