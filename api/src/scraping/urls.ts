import { createHash } from 'node:crypto';

const LONGEST_URL = 2_000;
/** Of campaigns and sessions: they lead to the same page. */
const TRACKING = /^(?:utm_\w+|fbclid|gclid|mc_[ce]id|sessionid|phpsessid|jsessionid)$/i;
/** What is no page: an address that ends so is not fetched. */
const FILE =
  /\.(?:jpe?g|png|gif|webp|svg|ico|css|js|mjs|json|xml|rss|zip|gz|tar|mp[34]|mov|avi|webm|woff2?|ttf|eot|exe|dmg|docx?|xlsx?|pptx?|csv)$/i;

/** The one form of a web address, or undefined for what is none. */
export function normalUrl(text: string, base?: string): string | undefined {
  const url = URL.parse(text, base);
  if (!url || !/^https?:$/.test(url.protocol) || url.href.length > LONGEST_URL) return undefined;
  url.hash = '';
  url.username = '';
  url.password = '';
  for (const name of [...url.searchParams.keys()]) if (TRACKING.test(name)) url.searchParams.delete(name);
  url.searchParams.sort();
  return url.href;
}

/** A page of one client and no other: the same address always gives the same id. */
export function pageIdOf(clientId: string, url: string): string {
  return createHash('sha256').update(`${clientId}\n${url}`).digest('hex').slice(0, 32);
}

const bare = (host: string) => host.replace(/^www\./, '');

/**
 * An address of this website as the website itself is reached, or undefined for another site's: sitemaps and links often
 * say http, another port, or leave the www out.
 */
export function onSite(site: string, text: string, base?: string): string | undefined {
  const home = new URL(site);
  const found = normalUrl(text, base);
  if (found === undefined) return undefined;
  const url = new URL(found);
  if (bare(url.hostname) !== bare(home.hostname) || FILE.test(url.pathname)) return undefined;
  url.protocol = home.protocol;
  url.host = home.host;
  url.port = home.port;
  return url.href;
}
