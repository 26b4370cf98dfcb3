import { type Mailbox, mailAddress, mailLink } from '../../../shared/mail.ts';

/** A mailbox as a link in a text. */
export function Mail({ to, subject }: { to: Mailbox; subject?: string }) {
  return <a href={mailLink(to, subject)}>{mailAddress(to)}</a>;
}
