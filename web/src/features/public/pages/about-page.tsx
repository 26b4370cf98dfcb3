import { ButtonLink } from '../../../shared/ui/button.tsx';
import cards from '../components/cards.module.css';
import prose from '../components/prose.module.css';
import { StaticPage } from '../components/static-page.tsx';

const PROBLEMS = [
  {
    title: 'Too many parcels to look at',
    text: 'A county has a hundred thousand of them and a week has five days. We score every one, so that yours go to the few that are worth a call.',
  },
  {
    title: 'Scores that nobody can explain',
    text: 'A number without its reasons is a guess. Each of our points says which fact gave it, and where that fact came from.',
  },
  {
    title: 'Questions that go unanswered',
    text: 'Visitors leave when nobody answers. The assistant answers from your own pages, names them, and says so when it does not know.',
  },
] as const;

export function Component() {
  return (
    <StaticPage
      title="Our Story"
      lead="We began with a spreadsheet of parcels, a map, and the feeling that the good ones were in there somewhere."
    >
      <div className={prose.prose}>
        <h2>Our mission</h2>
        <p>
          Make what is known about land useful to the people who work with it: quickly, in plain words, and
          with every figure open to inspection.
        </p>
        <h2>How it came about</h2>
        <p>
          Finding a site for a backyard home or an industrial yard used to mean opening one assessor's record
          after another. The facts were public; putting them together was not. So we wrote down what
          experienced people look for, gave each point its weight, and let a machine read the whole county
          overnight.
        </p>
        <p>
          Then the same people asked for the other half: somebody to answer the questions that arrive on their
          own website at eleven at night. The assistant grew out of that, and works by the same rule. What it
          says, it can show.
        </p>
        <h2>Three problems solved</h2>
      </div>
      <ul className={cards.grid}>
        {PROBLEMS.map(({ title, text }) => (
          <li key={title} className={cards.card}>
            <h3 className={cards.title}>{title}</h3>
            <p className={cards.text}>{text}</p>
          </li>
        ))}
      </ul>
      <p style={{ margin: '40px 0 0' }}>
        <ButtonLink to="/SalesQuotePage" size="lg">
          Get in touch
        </ButtonLink>
      </p>
    </StaticPage>
  );
}
