import { ButtonLink } from '../../../../shared/ui/button.tsx';
import { CardGrid } from '../components/card-grid.tsx';
import prose from '../components/prose.module.css';
import { StaticPage } from '../components/static-page.tsx';

const PROBLEMS = [
  {
    title: 'Too many parcels to review',
    text: 'A county can have 100,000 parcels. We score every one, so you can focus on the few worth a call.',
  },
  {
    title: 'Scores nobody can explain',
    text: 'A score without reasons is a guess. We show which fact contributed each point, and where that fact came from.',
  },
  {
    title: 'Unanswered visitor questions',
    text: 'Visitors leave when nobody answers. Our assistant answers from your own pages, cites its sources, and says when it does not know.',
  },
] as const;

export function Component() {
  return (
    <StaticPage
      title="Our Story"
      lead="Landline started with a spreadsheet of parcels, a map, and a hunch that the best sites were already in there."
    >
      <div className={prose.prose}>
        <h2>Our mission</h2>
        <p>
          We make property data useful to the people who work with land: fast, in plain language, and with
          every number open to inspection.
        </p>
        <h2>How we started</h2>
        <p>
          Finding a site for a backyard home or an industrial yard used to mean opening one assessor's record
          after another. The data was public, but nobody had put it together. We wrote down what experienced
          buyers look for, assigned a weight to each factor, and let software review an entire county
          overnight.
        </p>
        <p>
          Our clients then asked for help with the questions that reach their own websites at 11 p.m. We built
          the AI assistant on the same principle: it shows the source of every answer.
        </p>
        <h2>Three problems we solve</h2>
      </div>
      <CardGrid cards={PROBLEMS} heading="h3" />
      <p style={{ margin: '40px 0 0' }}>
        <ButtonLink to="/SalesQuotePage" size="lg">
          Get in touch
        </ButtonLink>
      </p>
    </StaticPage>
  );
}
