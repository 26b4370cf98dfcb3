import { gunzipSync } from 'node:zlib';
import * as cheerio from 'cheerio';
import robotsParser from 'robots-parser';
import { FetchError, type Fetcher, ROBOT } from './fetcher.ts';
import { onSite } from './urls.ts';

const MOST_SITEMAPS = 50;
const SITEMAP_DEPTH = 3;
const MOST_BYTES = 20 * 1024 * 1024;
/** A site that asks for longer pauses gets these. */
const LONGEST_PAUSE_MS = 10_000;

/** The rules of a website for robots (RFC 9309). */
export interface Rules {
  allows(url: string): boolean;
  readonly sitemaps: readonly string[];
  /** Between two requests, over our own pause. */
  readonly pauseMs: number;
}

// Its types do not fit its default export.
const parse = robotsParser as unknown as (
  url: string,
  text: string,
) => {
  isAllowed(url: string, robot: string): boolean | undefined;
  getSitemaps(): string[];
  getCrawlDelay(robot: string): number | undefined;
};

/** Reads robots.txt. A site without one allows all; one whose rules cannot be read at the moment allows nothing. */
export async function readRules(fetcher: Fetcher, site: string, signal?: AbortSignal): Promise<Rules> {
  const url = new URL('/robots.txt', site).href;
  const { status, body } = await fetcher.get(url, signal ? { signal } : {});
  if (status >= 500 || status === 429) throw new FetchError(`robots.txt answered ${status}`);
  const robots = parse(url, status >= 400 ? '' : body.subarray(0, 500_000).toString('utf8'));
  return {
    allows: (page) => robots.isAllowed(page, ROBOT) !== false,
    sitemaps: robots.getSitemaps(),
    pauseMs: Math.min(LONGEST_PAUSE_MS, (robots.getCrawlDelay(ROBOT) ?? 0) * 1_000),
  };
}

/** The addresses of this website that its sitemaps list, and what stood in the way of reading them. */
export async function readSitemaps(
  fetcher: Fetcher,
  site: string,
  rules: Rules,
  most: number,
  signal?: AbortSignal,
): Promise<{ urls: Set<string>; problems: string[] }> {
  const urls = new Set<string>();
  const problems: string[] = [];
  const listed = rules.sitemaps.flatMap((text) => onMap(site, text));
  const pending = (listed.length > 0 ? listed : [new URL('/sitemap.xml', site).href]).map((url) => ({
    url,
    depth: 0,
  }));
  const seen = new Set<string>();
  for (let next = pending.shift(); next; next = pending.shift()) {
    const { url, depth } = next;
    if (seen.has(url) || seen.size >= MOST_SITEMAPS || urls.size >= most) continue;
    seen.add(url);
    try {
      const { status, body } = await fetcher.get(url, signal ? { signal } : {});
      if (status >= 400) {
        if (listed.length > 0) problems.push(`The sitemap ${url} answered ${status}`);
        continue;
      }
      const $ = cheerio.load(xmlOf(body), { xml: true });
      for (const each of $('urlset > url > loc').toArray()) {
        const page = onSite(site, $(each).text().trim());
        if (page !== undefined && urls.size < most) urls.add(page);
      }
      if (depth >= SITEMAP_DEPTH) continue;
      for (const each of $('sitemapindex > sitemap > loc').toArray())
        pending.push(
          ...onMap(site, $(each).text().trim()).map((found) => ({ url: found, depth: depth + 1 })),
        );
    } catch (error) {
      if (!(error instanceof FetchError)) throw error;
      problems.push(`The sitemap ${url} could not be read: ${error.message}`);
    }
  }
  return { urls, problems };
}

/** A sitemap of this website: its address ends as no page's does. */
function onMap(site: string, text: string): string[] {
  const url = URL.parse(text, site);
  if (!url || url.hostname.replace(/^www\./, '') !== new URL(site).hostname.replace(/^www\./, '')) return [];
  return [new URL(url.pathname + url.search, site).href];
}

function xmlOf(body: Buffer): string {
  const isGzip = body[0] === 0x1f && body[1] === 0x8b;
  try {
    return (isGzip ? gunzipSync(body, { maxOutputLength: MOST_BYTES }) : body).toString('utf8');
  } catch (cause) {
    throw new FetchError('it is no sitemap', { cause });
  }
}
