import { mailboxAddress, mailtoLink } from '../../../../shared/mailboxes.ts';
import { CardGrid } from '../components/card-grid.tsx';
import prose from '../components/prose.module.css';
import { StaticPage } from '../components/static-page.tsx';

const VALUES = [
  {
    title: 'Ownership',
    text: 'We finish what we start, and we speak up early when something will not work.',
  },
  { title: 'Simplicity', text: 'We start with the simplest solution and leave out what is not needed.' },
  { title: 'Growth', text: 'We make time to get better at what we do.' },
  {
    title: 'Decisiveness',
    text: 'If a decision can be reversed, the person closest to it makes it today.',
  },
] as const;

export function Component() {
  return (
    <StaticPage
      title="Join Our Team"
      lead="We are a small team that cares about land, language and getting the numbers right."
    >
      <div style={{ marginBottom: 56 }}>
        <CardGrid cards={VALUES} />
      </div>
      <div className={prose.prose}>
        <h2>No Current Openings</h2>
        <p>
          We are not hiring right now. If you would like to introduce yourself anyway, email{' '}
          <a href={mailtoLink('careers')}>{mailboxAddress('careers')}</a> and tell us about your most recent
          work.
        </p>
      </div>
    </StaticPage>
  );
}
