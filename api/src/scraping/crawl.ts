import { SYSTEM, streams } from '@landline/event-schemas';
import { forgetPages } from '../answers/knowledge.ts';
import { pageAllowance } from '../billing/prices.ts';
import { client as clientDecider, isInUse } from '../clients/client.ts';
import { PLACEHOLDER_DOMAIN } from '../clients/domains.ts';
import type { Origin } from '../commands/commands.ts';
import type { Deps } from '../deps.ts';
import { clientOf } from './client-of.ts';
import { createFetcher, FetchError, type Fetcher } from './fetcher.ts';
import { isWanted } from './patterns.ts';
import { pagesToScrape, scrapedSince, sitesDue } from './queries.ts';
import { addPages, type ScrapedPage, scrapePage, type Visit } from './scrape-page.ts';
import { site as siteDecider } from './site.ts';
import { pageIdOf } from './urls.ts';
import { type Rules, readRules, readSitemaps } from './website.ts';

/** Addresses that are listed for a plan of that many pages, at most: what is left out of the index is seen, too. */
const LISTED_PER_PAGE = 2;
/** Links are followed so far from the pages that were listed first. */
const MOST_DEPTH = 10;

export type CrawlDeps = Pick<Deps, 'pool' | 'commands' | 'log' | 'config'>;

/** What a visit to a client's website needs, on its plan. Close the fetcher when done. */
export async function visitOf(
  deps: CrawlDeps,
  clientId: string,
  origin: Origin,
  signal?: AbortSignal,
): Promise<Visit> {
  const { plan_tier, primary_domain } = await clientOf(deps, clientId);
  const { settings } = (await deps.commands.load(siteDecider, streams.site(clientId))).state;
  const { CRAWL_ALLOW_PRIVATE, CRAWL_PAUSE_MS } = deps.config;
  const fetcher = createFetcher({ allowPrivate: CRAWL_ALLOW_PRIVATE, pauseMs: CRAWL_PAUSE_MS });
  const hasSite = primary_domain !== null && primary_domain !== PLACEHOLDER_DOMAIN;
  return {
    clientId,
    site: hasSite ? `${new URL(primary_domain).origin}/` : undefined,
    allowance: await pageAllowance(deps.pool, plan_tier),
    isWanted: (url) => isWanted(url, settings),
    fetcher,
    rulesFor: rulesByHost(fetcher, signal),
    origin,
    ...(signal && { signal }),
  };
}

/** Reads each host's robots.txt once. */
function rulesByHost(fetcher: Fetcher, signal: AbortSignal | undefined): Visit['rulesFor'] {
  const known = new Map<string, Promise<Rules>>();
  const apply = (host: string) => (rules: Rules) => {
    fetcher.slowDown(host, rules.pauseMs);
    return rules;
  };
  return (url) => {
    const { origin, host } = new URL(url);
    const rules = known.get(origin) ?? readRules(fetcher, origin, signal).then(apply(host));
    known.set(origin, rules);
    return rules;
  };
}

/** Lists the pages of a client's website: its home page and what its sitemaps name. Scraping follows the links. */
export async function discover(
  deps: CrawlDeps,
  clientId: string,
  origin: Origin,
  signal: AbortSignal,
): Promise<void> {
  const visit = await visitOf(deps, clientId, origin, signal);
  const problems: string[] = [];
  const found = new Set<string>();
  let added = 0;
  try {
    if (visit.site === undefined) problems.push('The client has no website.');
    else {
      found.add(visit.site);
      try {
        const rules = await visit.rulesFor(visit.site);
        const listed = await readSitemaps(
          visit.fetcher,
          visit.site,
          rules,
          visit.allowance * LISTED_PER_PAGE,
          signal,
        );
        problems.push(...listed.problems);
        for (const url of listed.urls) if (visit.isWanted(url)) found.add(url);
      } catch (error) {
        if (!(error instanceof FetchError)) throw error;
        problems.push(`${visit.site} could not be read: ${error.message}`);
      }
      added = (await addPages(deps, clientId, found, origin)).length;
    }
  } finally {
    await visit.fetcher.close();
  }
  await deps.commands.execute(siteDecider, {
    stream: streams.site(clientId),
    command: { type: 'discovered', client_id: clientId, found: found.size, added, problems },
    ...origin,
  });
}

/**
 * Scrapes all pages of a client, those of high priority first, and the pages that they lead to, one after the other. What
 * was read before the worker went away is recorded: the repetition of the job goes on with those that were not read since
 * `requestedAt`. Once it is stopped no further page is read.
 */
export async function scrapeSite(
  deps: CrawlDeps,
  { clientId, requestedAt }: { clientId: string; requestedAt: string },
  origin: Origin,
  signal: AbortSignal,
): Promise<void> {
  const { isScraping, run } = await visitUnderWay(deps, clientId);
  if (!isScraping) return;
  const visit = await visitOf(deps, clientId, origin, signal);
  const listed = await pagesToScrape(deps.pool, clientId, requestedAt);
  const pending: (ScrapedPage & { depth: number })[] = listed.map((each) => ({ ...each, depth: 0 }));
  const known = new Set(pending.map(({ page_id }) => page_id));
  const most = visit.allowance * LISTED_PER_PAGE;
  const before = await scrapedSince(deps.pool, clientId, requestedAt);
  let { total, successful } = before;
  try {
    const home = visit.site;
    if (home !== undefined) {
      const added = await addPages(deps, clientId, [home], origin);
      for (const each of added) {
        known.add(each.page_id);
        pending.push({ ...each, depth: 0 });
      }
    }
    for (let next = pending.shift(); next; next = pending.shift()) {
      signal.throwIfAborted();
      if (!(await isServed(deps, clientId))) break;
      const now = await visitUnderWay(deps, clientId);
      if (!now.isScraping || now.run !== run) break;
      const { depth } = next;
      const { successful: isGood, links } = await scrapePage(deps, next, visit);
      total++;
      if (isGood) successful++;
      if (depth >= MOST_DEPTH) continue;
      const fresh = links.filter((url) => !known.has(pageIdOf(clientId, url))).slice(0, most - known.size);
      for (const url of fresh) known.add(pageIdOf(clientId, url));
      const added = await addPages(deps, clientId, fresh, origin);
      pending.push(...added.map((each) => ({ ...each, depth: depth + 1 })));
    }
  } finally {
    await visit.fetcher.close();
  }
  await forgetClosed(deps, clientId);
  await deps.commands.execute(siteDecider, {
    stream: streams.site(clientId),
    command: { type: 'scraped', run, client_id: clientId, total, successful },
    ...origin,
  });
}

/** Somebody may have stopped it, and asked for another one since. */
async function visitUnderWay({ commands }: CrawlDeps, clientId: string) {
  return (await commands.load(siteDecider, streams.site(clientId))).state;
}

/** False once the client is closed, deactivated or without the assistant: then nothing more of its website is read. */
async function isServed({ commands }: CrawlDeps, clientId: string): Promise<boolean> {
  const { state } = await commands.load(clientDecider, streams.client(clientId));
  return isInUse(state) && state?.has_ai_assistant === true;
}

/** Asks for another visit to each website whose time has come. */
export async function scrapeDue(deps: CrawlDeps): Promise<void> {
  for (const client_id of await sitesDue(deps.pool)) {
    if (!(await isServed(deps, client_id))) continue;
    await deps.commands.execute(siteDecider, {
      stream: streams.site(client_id),
      command: { type: 'scrape', client_id },
      actor: SYSTEM,
      correlationId: `recrawl-${client_id}`,
    });
  }
}

/** Nothing that was learned of a client's website outlives the client. */
export async function forgetClosed({ commands, pool }: CrawlDeps, clientId: string): Promise<void> {
  const { state } = await commands.load(clientDecider, streams.client(clientId));
  if (state?.closed) await forgetPages(pool, clientId);
}

/** Scrapes these pages at once, while the caller waits; `position` is that of the last event. */
export async function scrapeNow(
  deps: CrawlDeps,
  clientId: string,
  targets: readonly ScrapedPage[],
  origin: Origin,
): Promise<{ summary: { successful: number; total: number }; position: bigint }> {
  const visit = await visitOf(deps, clientId, origin);
  let successful = 0;
  let position = 0n;
  try {
    for (const target of targets) {
      const scraped = await scrapePage(deps, target, visit);
      if (scraped.successful) successful++;
      if (scraped.position > position) position = scraped.position;
    }
  } finally {
    await visit.fetcher.close();
  }
  return { summary: { successful, total: targets.length }, position };
}
