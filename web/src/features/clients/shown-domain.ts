/** A client's primary domain for people; one without a website has a stand-in that never resolves (RFC 2606). */
export const shownDomain = (domain: string | null): string =>
  domain === null || /\.invalid$/.test(domain) ? 'No domain specified' : domain;
