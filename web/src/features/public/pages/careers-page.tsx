import { mailAddress, mailLink } from '../../../shared/mail.ts';
import cards from '../components/cards.module.css';
import prose from '../components/prose.module.css';
import { StaticPage } from '../components/static-page.tsx';

const VALUES = [
  {
    title: 'Ownership',
    text: 'Whoever starts something sees it through, and says early when it will not work.',
  },
  { title: 'Simplicity', text: 'The plain answer first. What can be left out is left out.' },
  { title: 'Growth', text: 'We get better at what we do on purpose, and make time for it.' },
  {
    title: 'Decisiveness',
    text: 'A decision that can be undone is taken today, by the person nearest to it.',
  },
] as const;

export function Component() {
  return (
    <StaticPage
      title="Join Our Team"
      lead="A small team that cares about land, language and getting figures right."
    >
      <ul className={cards.grid} style={{ marginBottom: 56 }}>
        {VALUES.map(({ title, text }) => (
          <li key={title} className={cards.card}>
            <h2 className={cards.title}>{title}</h2>
            <p className={cards.text}>{text}</p>
          </li>
        ))}
      </ul>
      <div className={prose.prose}>
        <h2>No Current Openings</h2>
        <p>
          We are not hiring at the moment. If you think that we should know you all the same, write to{' '}
          <a href={mailLink('careers')}>{mailAddress('careers')}</a> and tell us what you made last.
        </p>
      </div>
    </StaticPage>
  );
}
