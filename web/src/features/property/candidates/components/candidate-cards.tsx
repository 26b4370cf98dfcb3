import type { CandidateRow } from '@landline/api/property/candidates/contract';
import type { Dataset } from '@landline/api/property/datasets/contract';
import { Link } from 'react-router-dom';
import { formatAcres, formatCount, formatScore, MISSING } from '../../../../shared/format.ts';
import { GradeBadge } from '../../../../shared/ui/grade-badge.tsx';
import { ClassificationBadge } from '../../classification/components/classification-badge.tsx';
import { NewBadge } from '../../visits/components/new-badge.tsx';
import { candidateName, openSpaceOf } from '../columns.ts';
import { useCandidateLink } from '../use-candidate-link.ts';
import classes from './candidate-cards.module.css';
import { DataQualityIcon } from './data-quality-icon.tsx';
import { ScorePress } from './score-hover.tsx';

/** Candidates as cards, score first, where there is no room for a table. */
export function CandidateCards({ rows, dataset }: { rows: readonly CandidateRow[]; dataset: Dataset }) {
  const linkTo = useCandidateLink(dataset);
  return (
    <ul className={classes.cards}>
      {rows.map((row) => (
        <li key={row.id} className={classes.card}>
          <div className={classes.rating}>
            <Score row={row} dataset={dataset} />
          </div>
          <div className={classes.facts}>
            <Link to={linkTo(row.id)} className={classes.address}>
              {candidateName(row)}
            </Link>
            <DataQualityIcon row={row} />
            <NewBadge row={row} />
            <p className={`${classes.line} num`}>
              {formatAcres(row.parcel_area)} · {openSpaceOf(row, dataset.property_type)} open
            </p>
            <p className={`${classes.line} num`}>
              {restOf(row)} <ClassificationBadge classification={row.manual_classification} />
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Cards of this dataset show no breakdown (spec 001 §2). */
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

/** Formats the ZIP code, units and year built, omitting unknown ones. */
const restOf = ({ zip_code, units, year_built }: CandidateRow) =>
  [
    zip_code,
    units === null ? null : `${formatCount(units)} units`,
    year_built === null ? null : `built ${year_built}`,
  ]
    .filter((part) => part !== null)
    .join(' · ') || MISSING;
