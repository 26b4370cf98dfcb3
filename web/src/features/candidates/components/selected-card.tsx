import type { Dataset } from '@landline/api/datasets/contract';
import { CloseButton, Skeleton } from '@mantine/core';
import { Link } from 'react-router-dom';
import { formatAcres, formatScore } from '../../../shared/format.ts';
import { GradeBadge } from '../../../shared/ui/grade-badge.tsx';
import { useCandidate } from '../api/get-candidate.ts';
import { openSpaceOf } from '../columns.ts';
import { useCandidateLink } from '../use-candidate-link.ts';
import classes from './selected-card.module.css';

interface SelectedCardProps {
  candidateId: string;
  dataset: Dataset;
  onClose: () => void;
}

/** The chosen point, also when its row stands on another page of the list. */
export function SelectedCard({ candidateId, dataset, onClose }: SelectedCardProps) {
  const { data: candidate } = useCandidate(candidateId);
  const linkTo = useCandidateLink(dataset);
  return (
    <section className={classes.card} aria-label="Chosen property">
      {candidate ? (
        <>
          <div className={classes.judgement}>
            <span className={`${classes.score} num`}>{formatScore(candidate.score)}</span>
            <GradeBadge grade={candidate.grade} />
          </div>
          <div className={classes.facts}>
            <Link to={linkTo(candidate.id)} className={classes.address}>
              {candidate.street_address ?? `APN ${candidate.apn}`}
            </Link>
            <p className="num">
              {formatAcres(candidate.parcel_area)} · {openSpaceOf(candidate, dataset.property_type)} open
            </p>
          </div>
        </>
      ) : (
        <Skeleton height={44} />
      )}
      <CloseButton aria-label="Close" onClick={onClose} />
    </section>
  );
}
