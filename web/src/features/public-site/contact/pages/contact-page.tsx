import { IconArrowRight, IconLifebuoy, IconMessage2 } from '@tabler/icons-react';
import { mailboxAddress, mailtoLink } from '../../../../shared/mailboxes.ts';
import { CardGrid } from '../../marketing/components/card-grid.tsx';
import { StaticPage } from '../../marketing/components/static-page.tsx';

const withArrow = (label: string) => (
  <>
    {label} <IconArrowRight size={16} stroke={1.8} />
  </>
);

const TEAMS = [
  {
    title: 'Sales',
    text: 'Tell us what you are looking for and get a quote for the data and seats you need.',
    to: '/SalesQuotePage',
    linkLabel: withArrow('Talk to sales'),
    Icon: IconMessage2,
  },
  {
    title: 'Support',
    text: 'Get help with a technical problem or a billing question by email.',
    to: '/Support',
    linkLabel: withArrow('Get support'),
    Icon: IconLifebuoy,
  },
] as const;

export function Component() {
  return (
    <StaticPage title="Contact" lead="Choose a team to contact.">
      <CardGrid cards={TEAMS} />
      <p style={{ margin: '32px 0 0' }}>
        For general information, email <a href={mailtoLink('info')}>{mailboxAddress('info')}</a>.
      </p>
    </StaticPage>
  );
}
