import { PLACEHOLDER_DOMAIN } from '@landline/api/clients/clients/contract';

/** Returns a client's website; null if its primary domain is empty or the placeholder. */
export const websiteOf = (domain: string | null): string | null =>
  domain === PLACEHOLDER_DOMAIN ? null : domain;

/** Returns a client's primary domain for display (spec 002 §2). */
export const displayDomain = (domain: string | null): string => websiteOf(domain) ?? 'No domain specified';
