import { createHash } from 'node:crypto';

const MAX_URL_LENGTH = 2_000;
/** Parameters of campaigns and sessions, which do not select another page. */
const TRACKING_PARAMETER = /^(?:utm_\w+|fbclid|gclid|mc_[ce]id|sessionid|phpsessid|jsessionid)$/i;
/** File types that are not pages and are not fetched. */
const FILE_EXTENSION =
  /\.(?:jpe?g|png|gif|webp|svg|ico|css|js|mjs|json|xml|rss|zip|gz|tar|mp[34]|mov|avi|webm|woff2?|ttf|eot|exe|dmg|docx?|xlsx?|pptx?|csv)$/i;

/** Returns the normalized URL, or undefined if it is not a web address. */
export function normalUrl(text: string, base?: string): string | undefined {
  const url = URL.parse(text, base);
  if (!url || !/^https?:$/.test(url.protocol) || url.href.length > MAX_URL_LENGTH) return undefined;
  url.hash = '';
  url.username = '';
  url.password = '';
  for (const name of [...url.searchParams.keys()])
    if (TRACKING_PARAMETER.test(name)) url.searchParams.delete(name);
  url.searchParams.sort();
  return url.href;
}

/** Returns the id of a page, which is unique per client and address. */
export function pageIdOf(clientId: string, url: string): string {
  return createHash('sha256').update(`${clientId}\n${url}`).digest('hex').slice(0, 32);
}

export const withoutWww = (host: string) => host.replace(/^www\./, '');

/**
 * Returns an address of this website with the website's own origin, or undefined for another site. Sitemaps and links often
 * use http, another port, or omit www.
 */
export function onSite(site: string, text: string, base?: string): string | undefined {
  const home = new URL(site);
  const normalized = normalUrl(text, base);
  if (normalized === undefined) return undefined;
  const url = new URL(normalized);
  if (withoutWww(url.hostname) !== withoutWww(home.hostname) || FILE_EXTENSION.test(url.pathname))
    return undefined;
  return withOrigin(url, home);
}

/** Returns an address with the origin of a website. Resolving its path instead could name another host: "//sitemap.xml". */
export function withOrigin(url: URL, { protocol, host, port }: URL): string {
  return Object.assign(new URL(url), { protocol, host, port }).href;
}
