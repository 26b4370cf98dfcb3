import { gunzipSync } from 'node:zlib';
import * as cheerio from 'cheerio';
import robotsParser from 'robots-parser';
import { FetchError, type Fetcher, ROBOT } from './fetcher.ts';
import { onSite, withoutWww } from './urls.ts';

const MAX_SITEMAPS = 50;
const SITEMAP_DEPTH = 3;
const MAX_SITEMAP_BYTES = 20 * 1024 * 1024;
/** Maximum crawl delay that is honored. */
const MAX_PAUSE_MS = 10_000;

/** Rules of a robots.txt (RFC 9309). */
export interface Rules {
  allows(url: string): boolean;
  readonly sitemaps: readonly string[];
  /** Requested pause between two requests; our own pause may be longer. */
  readonly pauseMs: number;
}

// The package's types do not match its default export.
const parse = robotsParser as unknown as (
  url: string,
  text: string,
) => {
  isAllowed(url: string, robot: string): boolean | undefined;
  getSitemaps(): string[];
  getCrawlDelay(robot: string): number | undefined;
};

/** Reads robots.txt. A missing file allows everything; throws on 5xx and 429, so that nothing is crawled without rules. */
export async function readRules(fetcher: Fetcher, site: string, signal?: AbortSignal): Promise<Rules> {
  const url = new URL('/robots.txt', site).href;
  const { status, body } = await fetcher.get(url, signal ? { signal } : {});
  if (status >= 500 || status === 429) throw new FetchError(`robots.txt returned status ${status}`);
  const robots = parse(url, status >= 400 ? '' : body.subarray(0, 500_000).toString('utf8'));
  return {
    allows: (page) => robots.isAllowed(page, ROBOT) !== false,
    sitemaps: robots.getSitemaps(),
    pauseMs: Math.min(MAX_PAUSE_MS, (robots.getCrawlDelay(ROBOT) ?? 0) * 1_000),
  };
}

/** Returns the addresses in a website's sitemaps and the problems found. */
export async function readSitemaps(
  fetcher: Fetcher,
  site: string,
  rules: Rules,
  limit: number,
  signal?: AbortSignal,
): Promise<{ urls: Set<string>; problems: string[] }> {
  const urls = new Set<string>();
  const problems: string[] = [];
  const listed = rules.sitemaps.flatMap((text) => sitemapOnSite(site, text));
  const pending = (listed.length > 0 ? listed : [new URL('/sitemap.xml', site).href]).map((url) => ({
    url,
    depth: 0,
  }));
  const seen = new Set<string>();
  for (let next = pending.shift(); next; next = pending.shift()) {
    const { url, depth } = next;
    if (seen.has(url) || seen.size >= MAX_SITEMAPS || urls.size >= limit) continue;
    seen.add(url);
    try {
      const { status, body } = await fetcher.get(url, signal ? { signal } : {});
      if (status >= 400) {
        if (listed.length > 0) problems.push(`The sitemap ${url} returned status ${status}`);
        continue;
      }
      const $ = cheerio.load(xmlOf(body), { xml: true });
      for (const each of $('urlset > url > loc').toArray()) {
        const page = onSite(site, $(each).text().trim());
        if (page !== undefined && urls.size < limit) urls.add(page);
      }
      if (depth >= SITEMAP_DEPTH) continue;
      for (const each of $('sitemapindex > sitemap > loc').toArray())
        pending.push(
          ...sitemapOnSite(site, $(each).text().trim()).map((found) => ({ url: found, depth: depth + 1 })),
        );
    } catch (error) {
      if (!(error instanceof FetchError)) throw error;
      problems.push(`The sitemap ${url} could not be read: ${error.message}`);
    }
  }
  return { urls, problems };
}

/** Returns a sitemap's address on this website, or nothing for another host. `onSite` rejects its file type. */
function sitemapOnSite(site: string, text: string): string[] {
  const url = URL.parse(text, site);
  if (!url || withoutWww(url.hostname) !== withoutWww(new URL(site).hostname)) return [];
  return [new URL(url.pathname + url.search, site).href];
}

function xmlOf(body: Buffer): string {
  const isGzip = body[0] === 0x1f && body[1] === 0x8b;
  try {
    return (isGzip ? gunzipSync(body, { maxOutputLength: MAX_SITEMAP_BYTES }) : body).toString('utf8');
  } catch (cause) {
    throw new FetchError('it is not a sitemap', { cause });
  }
}
