import type { CandidateRow } from '@landline/api/candidates/contract';
import type { Dataset } from '@landline/api/datasets/contract';
import { Link } from 'react-router-dom';
import { formatAcres, formatCount, formatScore, MISSING } from '../../../shared/format.ts';
import { GradeBadge } from '../../../shared/ui/grade-badge.tsx';
import { NewMark } from '../../visits/components/new-mark.tsx';
import { openSpaceOf } from '../columns.ts';
import { useCandidateLink } from '../use-candidate-link.ts';
import classes from './candidate-cards.module.css';
import { LabelBadge } from './label-badge.tsx';
import { QualityMark } from './quality-mark.tsx';
import { ScorePress } from './score-hover.tsx';

/** Candidates where there is no room for a table: score first. */
export function CandidateCards({ rows, dataset }: { rows: readonly CandidateRow[]; dataset: Dataset }) {
  const linkTo = useCandidateLink(dataset);
  return (
    <ul className={classes.cards}>
      {rows.map((row) => (
        <li key={row.id} className={classes.card}>
          <div className={classes.judgement}>
            <Score row={row} dataset={dataset} />
          </div>
          <div className={classes.facts}>
            <Link to={linkTo(row.id)} className={classes.address}>
              {row.street_address ?? `APN ${row.apn}`}
            </Link>
            <QualityMark row={row} />
            <NewMark row={row} />
            <p className={`${classes.line} num`}>
              {formatAcres(row.parcel_area)} · {openSpaceOf(row, dataset.property_type)} open
            </p>
            <p className={`${classes.line} num`}>
              {restOf(row)} <LabelBadge label={row.manual_classification} />
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** The breakdown is not shown on the cards of Salt Lake City (spec 001 §2). */
const WITHOUT_BREAKDOWN = 'salt-lake-city';

function Score({ row, dataset }: { row: CandidateRow; dataset: Dataset }) {
  const score = (
    <>
      <span className={`${classes.score} num`}>{formatScore(row.score)}</span>
      <GradeBadge grade={row.grade} />
    </>
  );
  return dataset.dataset_key === WITHOUT_BREAKDOWN ? score : <ScorePress row={row}>{score}</ScorePress>;
}

/** Where, how many and since when, as far as that is known. */
const restOf = ({ zip_code, units, year_built }: CandidateRow) =>
  [
    zip_code,
    units === null ? null : `${formatCount(units)} units`,
    year_built === null ? null : `built ${year_built}`,
  ]
    .filter((part) => part !== null)
    .join(' · ') || MISSING;
