import type { Showcase } from '@landline/api/public-site/showcase/contract';
import { SQFT_PER_ACRE } from '@landline/event-schemas/units';
import common from '../../../shared/ui/common.module.css';
import { GradeBadge } from '../../../shared/ui/grade-badge.tsx';
import classes from './showcase-list.module.css';

type ShowcaseData = NonNullable<Showcase['data']>;

const acres = (squareFeet: number | null) =>
  squareFeet === null ? '' : `${(squareFeet / SQFT_PER_ACRE).toFixed(2)} ac`;
const units = (count: number | null) => (count === null ? '' : `${count} ${count === 1 ? 'unit' : 'units'}`);

/** Sample rows of a scored list, from the best to one of the worst. */
export function ShowcaseList({ showcase }: { showcase: ShowcaseData }) {
  const total = showcase.total.toLocaleString('en-US');
  return (
    <section className={classes.card} aria-label="Scored list">
      <header className={classes.head}>
        <h2 className={classes.title}>{showcase.dataset_name}</h2>
        <p className={classes.note}>{total} sample parcels with real scores</p>
      </header>
      <ol className={common.list}>
        {showcase.candidates.map(
          ({ rank, street_address, city, units: count, parcel_area, score, grade }) => (
            <li key={rank} className={classes.row} value={rank}>
              <span className={classes.rank}>{rank.toLocaleString('en-US')}</span>
              <span className={classes.where}>
                <span className={classes.address}>{street_address}</span>
                <span className={classes.facts}>
                  {[acres(parcel_area), units(count), city].filter(Boolean).join(' · ')}
                </span>
              </span>
              <GradeBadge grade={grade} />
              <span className={classes.score}>{score === null ? 'N/A' : score.toFixed(1)}</span>
            </li>
          ),
        )}
      </ol>
    </section>
  );
}

/** Placeholder with the list's dimensions. */
export function ShowcaseSkeleton() {
  return (
    <div className={classes.card} aria-hidden="true">
      <div className={classes.head}>
        <span className={classes.title}>&nbsp;</span>
        <p className={classes.note}>&nbsp;</p>
      </div>
      <div>
        {[0, 1, 2, 3, 4, 5, 6].map((row) => (
          <div key={row} className={classes.row}>
            <span className={classes.blank} />
            <span className={classes.where}>
              <span className={classes.address}>&nbsp;</span>
              <span className={classes.facts}>&nbsp;</span>
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}
