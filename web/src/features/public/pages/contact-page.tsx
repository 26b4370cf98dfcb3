import { IconArrowRight, IconLifebuoy, IconMessage2 } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { mailAddress, mailLink } from '../../../shared/mail.ts';
import cards from '../components/cards.module.css';
import { StaticPage } from '../components/static-page.tsx';

const DOORS = [
  {
    title: 'Sales',
    text: 'Tell us what you are looking for, and get a quote for the data and the seats that you need.',
    to: '/SalesQuotePage',
    onward: 'Talk to sales',
    Icon: IconMessage2,
  },
  {
    title: 'Support',
    text: 'Something does not work, or your bill has a question. We answer by mail.',
    to: '/Support',
    onward: 'Get support',
    Icon: IconLifebuoy,
  },
] as const;

export function Component() {
  return (
    <StaticPage title="Contact" lead="Two doors, and people behind both of them.">
      <ul className={cards.grid}>
        {DOORS.map(({ title, text, to, onward, Icon }) => (
          <li key={title} className={cards.card}>
            <Icon size={26} stroke={1.5} className={cards.icon} />
            <h2 className={cards.title}>
              <Link to={to} className={cards.stretched}>
                {title}
              </Link>
            </h2>
            <p className={cards.text}>{text}</p>
            <span className={cards.onward} aria-hidden="true">
              {onward} <IconArrowRight size={16} stroke={1.8} />
            </span>
          </li>
        ))}
      </ul>
      <p style={{ margin: '32px 0 0' }}>
        For general information, write to <a href={mailLink('info')}>{mailAddress('info')}</a>.
      </p>
    </StaticPage>
  );
}
