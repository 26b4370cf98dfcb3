import { hostOf } from '../clients/domains.ts';

interface Domains {
  primary_domain: string | null;
  authorized_domains: readonly string[];
}

/**
 * Whether a client's widget may stand on a site: its primary domain and the www of that always, beside them what its
 * list names; `*.example.com` stands for every subdomain. Ports and schemes are not told apart.
 */
export function isAuthorizedOrigin(origin: string, { primary_domain, authorized_domains }: Domains): boolean {
  const host = siteOf(origin);
  if (host === undefined) return false;
  const primary = hostOf(primary_domain ?? '');
  if (primary !== undefined && (host === primary || host === `www.${primary}`)) return true;
  return authorized_domains.some((domain) =>
    domain.startsWith('*.') ? host.endsWith(domain.slice(1)) : host === domain,
  );
}

/** The host of an origin or a page's address; undefined for what is no website (`null`, `file:`). */
export function siteOf(address: string): string | undefined {
  const url = URL.parse(address);
  return url && /^https?:$/.test(url.protocol) ? url.hostname.toLowerCase() : undefined;
}
