import { hostOf } from '../../clients/clients/domains.ts';

interface Domains {
  primary_domain: string | null;
  authorized_domains: readonly string[];
}

/**
 * Returns whether a client's widget may run on a site: the primary domain, its www subdomain, or an authorized domain, where
 * `*.example.com` matches every subdomain. Ignores ports and schemes.
 */
export function isAuthorizedOrigin(origin: string, { primary_domain, authorized_domains }: Domains): boolean {
  const host = webHostOf(origin);
  if (host === undefined) return false;
  const primary = hostOf(primary_domain ?? '');
  if (primary !== undefined && (host === primary || host === `www.${primary}`)) return true;
  return authorized_domains.some((domain) =>
    domain.startsWith('*.') ? host.endsWith(domain.slice(1)) : host === domain,
  );
}

/** Returns the host of an origin or page address; undefined for others (`null`, `file:`). */
export function webHostOf(address: string): string | undefined {
  const url = URL.parse(address);
  return url && /^https?:$/.test(url.protocol) ? url.hostname.toLowerCase() : undefined;
}
