import { type RecordedEvent, SYSTEM, streams } from '@landline/event-schemas';
import { type Client, client as clientDecider, isInUse } from '../../clients/clients/client.ts';
import { PLACEHOLDER_DOMAIN } from '../../clients/clients/domains.ts';
import type { Origin, Readable } from '../../platform/commands/commands.ts';
import { DomainError } from '../../platform/errors.ts';
import { deletePageContent } from '../answers/page-content.ts';
import { pageAllowance } from '../billing/prices.ts';
import type { AssistantPorts } from '../ports.ts';
import { addPages } from './add-pages.ts';
import { crawlPage, type PageTarget, targetOf, type Visit } from './crawl-page.ts';
import { createExtractor } from './extractor.ts';
import { createFetcher, FetchError } from './fetcher.ts';
import { loadClient } from './load-client.ts';
import { page } from './page.ts';
import { LISTED_PER_ALLOWED_PAGE } from './page-limit.ts';
import { isInScope } from './patterns.ts';
import { crawledSince, pagesToCrawl, sitesDue } from './queries.ts';
import { type Reader, type Rules, readRules, readSitemaps } from './robots-and-sitemaps.ts';
import { site as siteDecider } from './site.ts';
import { deleteDocuments } from './uploaded-documents.ts';
import { pageIdOf } from './urls.ts';

/** Reason that a website is neither searched for pages nor crawled. */
const ASSISTANT_INACTIVE = 'The client is inactive or does not have the AI Assistant.';
/** Maximum number of links followed in a row from a listed page. */
const MAX_DEPTH = 10;
/** Maximum number of pages of an archive reached by "older" links, because a calendar never ends. */
const MAX_CHAIN = 200;

export type CrawlPorts = Pick<AssistantPorts, 'pool' | 'commands' | 'log' | 'config'>;

/** Prepares a visit to a client's website. The caller closes it. */
export async function startVisit(
  ports: CrawlPorts,
  clientId: string,
  origin: Origin,
  signal?: AbortSignal,
): Promise<Visit> {
  const { plan_tier, primary_domain } = await loadClient(ports, clientId);
  const { settings } = (await ports.commands.load(siteDecider, streams.site(clientId))).state;
  const { CRAWL_ALLOW_PRIVATE, CRAWL_PAUSE_MS } = ports.config;
  const fetcher = createFetcher({ allowPrivate: CRAWL_ALLOW_PRIVATE, pauseMs: CRAWL_PAUSE_MS });
  const extractor = createExtractor(signal && { signal });
  const reader = { fetcher, extractor, ...(signal && { signal }) };
  const hasSite = primary_domain !== null && primary_domain !== PLACEHOLDER_DOMAIN;
  return {
    clientId,
    site: hasSite ? `${new URL(primary_domain).origin}/` : undefined,
    allowance: await pageAllowance(ports.pool, plan_tier),
    isInScope: (url) => isInScope(url, settings),
    ...reader,
    rulesFor: rulesByHost(reader),
    origin,
    close: async () => void (await Promise.all([fetcher.close(), extractor.close()])),
  };
}

/** Reads each host's robots.txt once. */
function rulesByHost(reader: Reader): Visit['rulesFor'] {
  const rulesByOrigin = new Map<string, Promise<Rules>>();
  const apply = (host: string) => (rules: Rules) => {
    reader.fetcher.slowDown(host, rules.pauseMs);
    return rules;
  };
  return (url) => {
    const { origin, host } = new URL(url);
    const rules = rulesByOrigin.get(origin) ?? readRules(reader, origin).then(apply(host));
    rulesByOrigin.set(origin, rules);
    return rules;
  };
}

/** Adds the home page and the pages in the sitemaps to the client's list. Crawls follow links from there. */
export async function discover(
  ports: CrawlPorts,
  clientId: string,
  origin: Origin,
  signal: AbortSignal,
): Promise<void> {
  const visit = await startVisit(ports, clientId, origin, signal);
  const problems: string[] = [];
  const urls = new Set<string>();
  let added = 0;
  try {
    if (!(await hasAssistant(ports, clientId))) problems.push(ASSISTANT_INACTIVE);
    else if (visit.site === undefined) problems.push('The client has no website.');
    else {
      urls.add(visit.site);
      try {
        const rules = await visit.rulesFor(visit.site);
        const limit = visit.allowance * LISTED_PER_ALLOWED_PAGE;
        const sitemaps = await readSitemaps(visit, visit.site, rules, { limit, isInScope: visit.isInScope });
        problems.push(...sitemaps.problems);
        for (const url of sitemaps.urls) urls.add(url);
      } catch (error) {
        if (!(error instanceof FetchError)) throw error;
        problems.push(`${visit.site} could not be read: ${error.message}`);
      }
      added = (await addPages(ports, clientId, urls, origin)).length;
    }
  } finally {
    await visit.close();
  }
  await ports.commands.execute(siteDecider, {
    stream: streams.site(clientId),
    command: { type: 'record_discovery', client_id: clientId, found: urls.size, added, problems },
    ...origin,
  });
}

/** Page to crawl. `depth` counts the links followed to it, except those along an archive, which `chain` counts. */
type PendingPage = PageTarget & { readonly depth: number; readonly chain: number };

/** A requested crawl. `run` is its number: it may be stopped and another one requested meanwhile. */
interface RequestedCrawl {
  readonly clientId: string;
  readonly run: number;
  readonly requestedAt: string;
}

/**
 * Crawls all pages of a client by priority, and the pages that they link to, one at a time until the crawl is stopped or the client
 * loses the assistant. A retried job continues with the pages that have not been visited since `requestedAt`.
 */
export async function crawlSite(
  ports: CrawlPorts,
  { clientId, run, requestedAt }: RequestedCrawl,
  origin: Origin,
  signal: AbortSignal,
): Promise<void> {
  const visit = await startVisit(ports, clientId, origin, signal);
  const targets = await pagesToCrawl(ports.pool, clientId, requestedAt);
  const pending: PendingPage[] = targets.map((target) => ({ ...target, depth: 0, chain: 0 }));
  const listedIds = new Set(pending.map(({ page_id }) => page_id));
  const maxPages = visit.allowance * LISTED_PER_ALLOWED_PAGE;
  let isActive = await hasAssistant(ports, clientId);
  let { total, successful } = await crawledSince(ports.pool, clientId, requestedAt);
  try {
    const home = visit.site;
    if (home !== undefined && isActive) {
      const added = await addPages(ports, clientId, [home], origin);
      for (const target of added) {
        listedIds.add(target.page_id);
        pending.push({ ...target, depth: 0, chain: 0 });
      }
    }
    for (let next = pending.shift(); next; next = pending.shift()) {
      signal.throwIfAborted();
      isActive = await hasAssistant(ports, clientId);
      if (!isActive) break;
      const { state } = await ports.commands.load(siteDecider, streams.site(clientId));
      if (!state.isCrawling || state.run !== run) break;
      const { depth, chain } = next;
      const { successful: isSuccessful, links } = await crawlPage(ports, next, visit);
      total++;
      if (isSuccessful) successful++;
      const archiveUrls = chain < MAX_CHAIN ? new Set(links.next) : new Set<string>();
      const newUrls = (depth < MAX_DEPTH ? links.all : [...archiveUrls])
        .filter((url) => !listedIds.has(pageIdOf(clientId, url)))
        // After a downgrade, more pages can be listed than the plan allows.
        .slice(0, Math.max(0, maxPages - listedIds.size));
      for (const url of newUrls) listedIds.add(pageIdOf(clientId, url));
      const added = await addPages(ports, clientId, newUrls, origin);
      for (const target of added)
        pending.push(
          archiveUrls.has(target.url)
            ? { ...target, depth, chain: chain + 1 }
            : { ...target, depth: depth + 1, chain: 0 },
        );
    }
  } finally {
    await visit.close();
  }
  await purgeIfClosed(ports, clientId);
  await ports.commands.execute(siteDecider, {
    stream: streams.site(clientId),
    command: isActive
      ? { type: 'record_crawl', run, client_id: clientId, total, successful }
      : { type: 'stop_crawl', run, client_id: clientId },
    ...origin,
  });
}

/** Returns whether the client is active and has the assistant; otherwise its website is not crawled. */
async function hasAssistant({ commands }: CrawlPorts, clientId: string): Promise<boolean> {
  const { state } = await commands.load(clientDecider, streams.client(clientId));
  return usesAssistant(state);
}

const usesAssistant = (client: Client) => isInUse(client) && client?.has_ai_assistant === true;

/** Throws if the client's website would not be crawled. */
export function assertUsesAssistant(client: Client): void {
  if (!usesAssistant(client)) throw new DomainError('conflict', 'ASSISTANT_INACTIVE', ASSISTANT_INACTIVE);
}

/** Time at which staff last stopped a crawl; empty if they never did. */
const lastStopByStaff: Readable<string, RecordedEvent<'SiteScrapeStopped'>> = {
  initialState: '',
  evolve: (last, { type, metadata: { actor, at } }) =>
    type === 'SiteScrapeStopped' && actor.id !== SYSTEM.id ? at : last,
};

/** Requests a crawl of each website that is due, unless staff stopped one within the interval between crawls. */
export async function requestDueCrawls(ports: CrawlPorts): Promise<void> {
  for (const { client_id, since } of await sitesDue(ports.pool)) {
    const stream = streams.site(client_id);
    const { state: stoppedAt } = await ports.commands.load(lastStopByStaff, stream);
    if (stoppedAt > since || !(await hasAssistant(ports, client_id))) continue;
    await ports.commands.execute(siteDecider, {
      stream,
      command: { type: 'crawl', client_id },
      actor: SYSTEM,
      correlationId: `recrawl-${client_id}`,
    });
  }
}

/** Deletes the content of a client if it is closed. Returns whether it is closed. */
export async function purgeIfClosed(
  { commands, pool }: Pick<CrawlPorts, 'commands' | 'pool'>,
  clientId: string,
): Promise<boolean> {
  const { state } = await commands.load(clientDecider, streams.client(clientId));
  if (!state?.closed) return false;
  await deleteDocuments(pool, clientId);
  await deletePageContent(pool, clientId);
  return true;
}

/** Crawls a page if it is still listed and its client has the assistant. */
export async function crawlListedPage(
  ports: CrawlPorts,
  { clientId, pageId }: { clientId: string; pageId: string },
  origin: Origin,
  signal: AbortSignal,
): Promise<void> {
  const { state } = await ports.commands.load(page, streams.page(pageId));
  if (!state || state.isBlacklisted || !(await hasAssistant(ports, clientId))) return;
  await crawlPages(ports, clientId, [targetOf(state)], origin, signal);
}

/** Crawls pages. `position` is the commit position of the last resulting event. */
export async function crawlPages(
  ports: CrawlPorts,
  clientId: string,
  targets: readonly PageTarget[],
  origin: Origin,
  signal?: AbortSignal,
): Promise<{ summary: { successful: number; total: number }; position: bigint }> {
  const visit = await startVisit(ports, clientId, origin, signal);
  let successful = 0;
  let position = 0n;
  try {
    for (const target of targets) {
      const result = await crawlPage(ports, target, visit);
      if (result.successful) successful++;
      if (result.position > position) position = result.position;
    }
  } finally {
    await visit.close();
  }
  return { summary: { successful, total: targets.length }, position };
}
