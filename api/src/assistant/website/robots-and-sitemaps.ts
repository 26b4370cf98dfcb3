import type { Extractor } from './extractor.ts';
import { FetchError, type Fetcher } from './fetcher.ts';
import { onSite, withOrigin, withoutWww } from './urls.ts';

const MAX_SITEMAPS = 50;
const SITEMAP_DEPTH = 3;
const MAX_ROBOTS_BYTES = 500_000;
/** Maximum crawl delay that is honored, in milliseconds. */
const MAX_PAUSE_MS = 10_000;

/** Rules of a robots.txt (RFC 9309). */
export interface Rules {
  allows(url: string): Promise<boolean>;
  readonly sitemaps: readonly string[];
  /** Requested pause between two requests; our own pause may be longer. */
  readonly pauseMs: number;
}

/** Fetches and parses files of websites. */
export interface Reader {
  readonly fetcher: Fetcher;
  readonly extractor: Extractor;
  readonly signal?: AbortSignal;
}

/** Reads robots.txt. A missing file allows everything; throws on 5xx and 429, so that nothing is crawled without rules. */
export async function readRules({ fetcher, extractor, signal }: Reader, site: string): Promise<Rules> {
  const url = new URL('/robots.txt', site).href;
  const { status, body } = await fetcher.get(url, signal ? { signal } : {});
  if (status >= 500 || status === 429) throw new FetchError(`robots.txt returned status ${status}`);
  const text = status >= 400 ? '' : body.subarray(0, MAX_ROBOTS_BYTES).toString('utf8');
  const { sitemaps, crawlDelay } = await extractor.robotsFile({ url, text });
  return {
    allows: (page) => extractor.isAllowed({ url, text, page }),
    sitemaps,
    pauseMs: Math.min(MAX_PAUSE_MS, crawlDelay * 1_000),
  };
}

/** Returns up to `limit` addresses in a website's sitemaps that are in scope, and the problems in reading them. */
export async function readSitemaps(
  { fetcher, extractor, signal }: Reader,
  site: string,
  rules: Rules,
  { limit, isInScope }: { limit: number; isInScope: (url: string) => boolean },
): Promise<{ urls: Set<string>; problems: string[] }> {
  const urls = new Set<string>();
  const problems: string[] = [];
  const declaredSitemaps = rules.sitemaps.flatMap((text) => sitemapOnSite(site, text));
  const pending = (declaredSitemaps.length > 0 ? declaredSitemaps : [new URL('/sitemap.xml', site).href]).map(
    (url) => ({
      url,
      depth: 0,
    }),
  );
  const visited = new Set<string>();
  for (let next = pending.shift(); next; next = pending.shift()) {
    const { url, depth } = next;
    if (visited.has(url) || urls.size >= limit) continue;
    if (visited.size >= MAX_SITEMAPS) {
      problems.push(`Only the first ${MAX_SITEMAPS} sitemaps were read`);
      break;
    }
    visited.add(url);
    try {
      const { status, body } = await fetcher.get(url, signal ? { signal } : {});
      if (status >= 400) {
        if (declaredSitemaps.length > 0) problems.push(`The sitemap ${url} returned status ${status}`);
        continue;
      }
      const sitemap = await extractor.sitemap(body);
      if (!sitemap) throw new FetchError('it is not a sitemap');
      for (const location of sitemap.pages) {
        const page = onSite(site, location);
        if (page !== undefined && urls.size < limit && isInScope(page)) urls.add(page);
      }
      if (depth >= SITEMAP_DEPTH) continue;
      for (const location of sitemap.sitemaps)
        pending.push(...sitemapOnSite(site, location).map((child) => ({ url: child, depth: depth + 1 })));
    } catch (error) {
      if (!(error instanceof FetchError)) throw error;
      problems.push(`The sitemap ${url} could not be read: ${error.message}`);
    }
  }
  return { urls, problems };
}

/** Returns a sitemap's address on this website, or an empty array for another host. Unlike `onSite`, accepts XML files. */
function sitemapOnSite(site: string, text: string): string[] {
  const home = new URL(site);
  const url = URL.parse(text, site);
  if (!url || withoutWww(url.hostname) !== withoutWww(home.hostname)) return [];
  url.hash = '';
  return [withOrigin(url, home)];
}
