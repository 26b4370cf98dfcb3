/** Who answers mail here. */
export type Mailbox = 'support' | 'billing' | 'info' | 'careers' | 'privacy' | 'legal';

/** A mailbox of this installation: at the domain that the page itself was opened at. */
export function mailAddress(mailbox: Mailbox): string {
  return `${mailbox}@${window.location.hostname.replace(/^www\./, '')}`;
}

/** A link that opens a mail to one of our mailboxes. */
export function mailLink(mailbox: Mailbox, subject?: string): string {
  const query = subject === undefined ? '' : `?subject=${encodeURIComponent(subject)}`;
  return `mailto:${mailAddress(mailbox)}${query}`;
}
