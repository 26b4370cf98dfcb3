/** Our public email addresses. */
export type Mailbox = 'support' | 'billing' | 'info' | 'careers' | 'privacy' | 'legal';

/** Returns a mailbox address at the domain of the current page. */
export function mailboxAddress(mailbox: Mailbox): string {
  return `${mailbox}@${window.location.hostname.replace(/^www\./, '')}`;
}

/** Returns a `mailto:` link to one of our mailboxes. */
export function mailtoLink(mailbox: Mailbox, subject?: string): string {
  const query = subject === undefined ? '' : `?subject=${encodeURIComponent(subject)}`;
  return `mailto:${mailboxAddress(mailbox)}${query}`;
}
