import { IconReceipt2, IconTool } from '@tabler/icons-react';
import { mailboxAddress, mailtoLink } from '../../../../shared/mailboxes.ts';
import { ButtonLink } from '../../../../shared/ui/button.tsx';
import { CardGrid } from '../../marketing/components/card-grid.tsx';
import { StaticPage } from '../../marketing/components/static-page.tsx';

const TEAMS = [
  {
    title: 'Account and Billing',
    text: 'Invoices, plans, seats and account access. Include your company name and the billing month.',
    mailbox: 'billing',
    subject: 'Billing Support Request',
    action: 'Email billing',
    Icon: IconReceipt2,
  },
  {
    title: 'Technical Support',
    text: 'A page that does not load, an import that stops, or a widget that does not respond. Include the page address and the approximate time.',
    mailbox: 'support',
    subject: 'Technical Support Request',
    action: 'Email support',
    Icon: IconTool,
  },
] as const;

export function Component() {
  const cards = TEAMS.map(({ mailbox, subject, action, ...card }) => ({
    ...card,
    source: mailboxAddress(mailbox),
    action: (
      <ButtonLink href={mailtoLink(mailbox, subject)} variant="default">
        {action}
      </ButtonLink>
    ),
  }));
  return (
    <StaticPage title="Support Center" lead="A person reads every email. We reply within one business day.">
      <CardGrid cards={cards} />
    </StaticPage>
  );
}
