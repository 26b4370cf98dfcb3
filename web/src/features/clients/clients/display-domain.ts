/** Returns a client's primary domain for display; clients without a website have a reserved domain (RFC 2606). */
export const displayDomain = (domain: string | null): string =>
  domain === null || domain.endsWith('.invalid') ? 'No domain specified' : domain;
