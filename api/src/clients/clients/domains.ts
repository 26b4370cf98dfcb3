import { z } from 'zod';

/** Message of spec 000 §5, with `example.com` for its placeholder `{host}`. */
export const INVALID_DOMAIN = 'Invalid domain format. Use example.com or *.example.com';
const DUPLICATE_DOMAIN = 'This domain is already in the list';
const MAX_DOMAINS = 100;
const TOO_MANY_DOMAINS = `A client can have at most ${MAX_DOMAINS} authorized domains`;

/** Placeholder for a client without a website (spec 002 §5): a name that never resolves (RFC 2606). */
export const PLACEHOLDER_DOMAIN = 'https://no-website.invalid';

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const HOST = new RegExp(`^${LABEL}(?:\\.${LABEL})+$`);

/** Returns true for dot-separated labels of letters, digits and hyphens, up to 63 characters each (spec 002 §5). */
export const isHostname = (text: string): boolean => text.length <= 253 && HOST.test(text);

/** Returns the host of a primary domain without `www.`, undefined if it is invalid. No two clients can have the same host. */
export function hostOf(domain: string): string | undefined {
  const host = URL.parse(withScheme(domain))
    ?.hostname.toLowerCase()
    .replace(/^www\./, '');
  return host !== undefined && (isHostname(host) || host === 'localhost') ? host : undefined;
}

/** Prepends https:// to a primary domain without a scheme (spec 002 §5). */
export const withScheme = (domain: string): string =>
  /^[a-z][a-z0-9+.-]*:\/\//i.test(domain) ? domain : `https://${domain}`;

/** Parses a website's address, with or without a scheme, into its origin; empty text becomes null. */
export const primaryDomain = z
  .string()
  .trim()
  .max(260, INVALID_DOMAIN)
  .refine((text) => text === '' || (/^https?:$/.test(protocolOf(text)) && hostOf(text) !== undefined), {
    message: INVALID_DOMAIN,
  })
  .transform((text) => (text === '' ? null : (URL.parse(withScheme(text))?.origin ?? null)));

const protocolOf = (text: string) => URL.parse(withScheme(text))?.protocol ?? '';

/** A bare domain or a wildcard-prefixed one (spec 000 §5). */
export const authorizedDomain = z
  .string()
  .trim()
  .toLowerCase()
  .refine((text) => isHostname(text.replace(/^\*\./, '')), { message: INVALID_DOMAIN });

export const authorizedDomains = z
  .array(authorizedDomain)
  .max(MAX_DOMAINS, TOO_MANY_DOMAINS)
  .refine((domains) => new Set(domains).size === domains.length, { message: DUPLICATE_DOMAIN });

/** Extra authorized domains, comma-separated as the form sends them; ignores empty and duplicate ones (spec 002 §5). */
export const joinedDomains = z
  .string()
  .max(10_000)
  .transform((text) => text.split(',').filter((part) => part.trim() !== ''))
  .pipe(z.array(authorizedDomain).max(MAX_DOMAINS, TOO_MANY_DOMAINS))
  .transform((domains) => [...new Set(domains)]);

/** Returns whether an email address may be invited to a client that allows these domains (spec 002 §5). */
export const isInvitable = (email: string, domains: readonly string[]): boolean =>
  domains.length === 0 || domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase());

/** Domains whose email addresses may be invited; an empty list allows all (spec 002 §5). */
export const allowedEmailDomains = z
  .array(z.string().trim().toLowerCase().refine(isHostname, { message: INVALID_DOMAIN }))
  .max(MAX_DOMAINS, `A client can have at most ${MAX_DOMAINS} email domains`)
  .refine((domains) => new Set(domains).size === domains.length, { message: DUPLICATE_DOMAIN });
