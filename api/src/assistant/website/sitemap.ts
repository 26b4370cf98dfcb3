import { gunzipSync } from 'node:zlib';
import * as cheerio from 'cheerio';

const MAX_BYTES = 20 * 1024 * 1024;

/** Addresses in a sitemap: pages, and further sitemaps. */
export interface Sitemap {
  readonly pages: readonly string[];
  readonly sitemaps: readonly string[];
}

/** Parses a sitemap, which may be compressed; returns undefined for anything else. */
export function parseSitemap(body: Uint8Array): Sitemap | undefined {
  const xml = textOf(body);
  if (xml === undefined) return undefined;
  const $ = cheerio.load(xml, { xml: true });
  if ($('urlset, sitemapindex').length === 0) return undefined;
  const locations = (selector: string) =>
    $(selector)
      .toArray()
      .map((each) => $(each).text().trim());
  return { pages: locations('urlset > url > loc'), sitemaps: locations('sitemapindex > sitemap > loc') };
}

function textOf(body: Uint8Array): string | undefined {
  const isGzip = body[0] === 0x1f && body[1] === 0x8b;
  try {
    return new TextDecoder().decode(isGzip ? gunzipSync(body, { maxOutputLength: MAX_BYTES }) : body);
  } catch {
    return undefined; // broken or too large
  }
}
