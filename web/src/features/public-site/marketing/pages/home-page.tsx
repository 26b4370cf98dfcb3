import type { Showcase } from '@landline/api/public-site/showcase/contract';
import { lazy, Suspense } from 'react';
import { Await, useLoaderData } from 'react-router-dom';
import { ButtonLink } from '../../../../shared/ui/button.tsx';
import { ParcelDrawing } from '../../../../shared/ui/parcel-drawing.tsx';
import { ShowcaseList, ShowcaseSkeleton } from '../../showcase/showcase-list.tsx';
import { CardGrid } from '../components/card-grid.tsx';
import { BuildableBackyard, ScoreBreakdown, ScoredStreet } from '../components/drawings.tsx';
import { WhenNear } from '../components/when-near.tsx';
import classes from './home-page.module.css';

const NewsletterForm = lazy(() => import('../../newsletter/components/newsletter-form.tsx'));

const BENEFITS = [
  {
    title: 'Instant Intelligence',
    text: 'Import a county, and every parcel gets a score from 0 to 100 within minutes.',
    Drawing: ScoredStreet,
  },
  {
    title: 'Find Hidden Value',
    text: 'Find room for a second home behind the first, or a yard beside the highway: opportunities that a list of addresses does not show.',
    Drawing: BuildableBackyard,
  },
  {
    title: 'Expert Analysis',
    text: 'Every point is explained in terms land buyers use. Correct a score, and the model learns from it.',
    Drawing: ScoreBreakdown,
  },
] as const;

export function Component() {
  const { showcase } = useLoaderData<{ showcase: Promise<Showcase['data']> }>();
  return (
    <>
      <section className={classes.hero}>
        <ParcelDrawing className={classes.plan} />
        <div className={classes.inner}>
          <div>
            <p className={classes.subtitle}>AI-Powered Real Estate Intelligence</p>
            <h1 className={classes.title}>Find land worth calling about</h1>
            <p className={classes.lead}>
              Landline scores every parcel in a county as a lead for a backyard home or an industrial yard,
              and explains each score.
            </p>
            <div className={classes.actions}>
              <ButtonLink to="/SalesQuotePage" size="lg">
                Get in touch
              </ButtonLink>
              <ButtonLink to="/About" size="lg" variant="default">
                Our story
              </ButtonLink>
            </div>
          </div>
          <div className={classes.list}>
            <Suspense fallback={<ShowcaseSkeleton />}>
              <Await resolve={showcase}>{(data) => data && <ShowcaseList showcase={data} />}</Await>
            </Suspense>
          </div>
        </div>
      </section>
      <section className={classes.section} aria-label="Benefits">
        <CardGrid cards={BENEFITS} />
      </section>
      <section className={classes.early} aria-labelledby="early-access">
        <div className={classes.earlyInner}>
          <div>
            <h2 id="early-access" className={classes.earlyTitle}>
              Early access
            </h2>
            <p className={classes.earlyText}>Be the first to try new counties and new lead types.</p>
          </div>
          <WhenNear minHeight={104}>
            <Suspense>
              <NewsletterForm />
            </Suspense>
          </WhenNear>
        </div>
      </section>
    </>
  );
}
