import { type Mailbox, mailAddress, mailLink } from '../../../shared/mail.ts';

export function EmailLink({ to, subject }: { to: Mailbox; subject?: string }) {
  return <a href={mailLink(to, subject)}>{mailAddress(to)}</a>;
}
