import { type Mailbox, mailboxAddress, mailtoLink } from '../../../shared/mailboxes.ts';

export function EmailLink({ to, subject }: { to: Mailbox; subject?: string }) {
  return <a href={mailtoLink(to, subject)}>{mailboxAddress(to)}</a>;
}
