import { IconReceipt2, IconTool } from '@tabler/icons-react';
import { mailAddress, mailLink } from '../../../shared/mail.ts';
import { ButtonLink } from '../../../shared/ui/button.tsx';
import cards from '../components/cards.module.css';
import { StaticPage } from '../components/static-page.tsx';

const DESKS = [
  {
    title: 'Account and Billing',
    text: 'Invoices, plans, seats, and who may sign in. Tell us the name of your company and the month it is about.',
    href: () => mailLink('billing', 'Billing Support Request'),
    address: () => mailAddress('billing'),
    action: 'Write to billing',
    Icon: IconReceipt2,
  },
  {
    title: 'Technical Support',
    text: 'A page that fails, an import that stops, a widget that does not answer. Tell us the address of the page and about what time it happened.',
    href: () => mailLink('support', 'Technical Support Request'),
    address: () => mailAddress('support'),
    action: 'Write to support',
    Icon: IconTool,
  },
] as const;

export function Component() {
  return (
    <StaticPage
      title="Support Center"
      lead="A person reads every mail. We answer on working days, within one day."
    >
      <ul className={cards.grid}>
        {DESKS.map(({ title, text, href, address, action, Icon }) => (
          <li key={title} className={cards.card}>
            <Icon size={26} stroke={1.5} className={cards.icon} />
            <h2 className={cards.title}>{title}</h2>
            <p className={cards.source}>{address()}</p>
            <p className={cards.text}>{text}</p>
            <ButtonLink href={href()} variant="default" className={cards.way}>
              {action}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </StaticPage>
  );
}
