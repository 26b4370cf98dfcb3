import type { Showcase } from '@landline/api/showcase/contract';
import { lazy, Suspense } from 'react';
import { Await, useLoaderData } from 'react-router-dom';
import { ButtonLink } from '../../../shared/ui/button.tsx';
import { ParcelDrawing } from '../../../shared/ui/parcel-drawing.tsx';
import cards from '../components/cards.module.css';
import { Breakdown, RoomBehind, ScoredStreet } from '../components/drawings.tsx';
import { ShowcaseList, ShowcaseSkeleton } from '../components/showcase-list.tsx';
import { WhenNear } from '../components/when-near.tsx';
import classes from './home-page.module.css';

const NewsletterForm = lazy(() => import('../components/newsletter-form.tsx'));

const BENEFITS = [
  {
    title: 'Instant Intelligence',
    text: 'Import a county and every parcel has a score from 0 to 100 before your coffee is ready.',
    Drawing: ScoredStreet,
  },
  {
    title: 'Find Hidden Value',
    text: 'Room for a second home behind the first, a yard beside the highway: what a list of addresses does not show.',
    Drawing: RoomBehind,
  },
  {
    title: 'Expert Analysis',
    text: 'Every point is explained, in the terms that people who buy land use. Say where it is wrong, and it learns.',
    Drawing: Breakdown,
  },
] as const;

export function Component() {
  const { showcase } = useLoaderData<{ showcase: Promise<Showcase['data']> }>();
  return (
    <>
      <section className={classes.hero}>
        <ParcelDrawing className={classes.plan} />
        <div className={classes.inner}>
          <div className={classes.words}>
            <p className={classes.subtitle}>AI-Powered Real Estate Intelligence</p>
            <h1 className={classes.title}>Find land worth calling about</h1>
            <p className={classes.lead}>
              Landline reads a whole county of parcels, scores each as a lead for a backyard home or an
              industrial yard, and tells you why.
            </p>
            <div className={classes.actions}>
              <ButtonLink to="/SalesQuotePage" size="lg">
                Get in touch
              </ButtonLink>
              <ButtonLink to="/About" size="lg" variant="default">
                How it came about
              </ButtonLink>
            </div>
          </div>
          <div className={classes.list}>
            <Suspense fallback={<ShowcaseSkeleton />}>
              <Await resolve={showcase}>{(shown) => shown && <ShowcaseList shown={shown} />}</Await>
            </Suspense>
          </div>
        </div>
      </section>
      <section className={classes.section} aria-label="Benefits">
        <ul className={cards.grid}>
          {BENEFITS.map(({ title, text, Drawing }) => (
            <li key={title} className={cards.card}>
              <Drawing className={cards.drawing} />
              <h2 className={cards.title}>{title}</h2>
              <p className={cards.text}>{text}</p>
            </li>
          ))}
        </ul>
      </section>
      <section className={classes.early} aria-labelledby="early-access">
        <div className={classes.earlyInner}>
          <div>
            <h2 id="early-access" className={classes.earlyTitle}>
              Early access
            </h2>
            <p className={classes.earlyText}>
              New counties and new kinds of leads open to a few people first.
            </p>
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
