import type { Dataset } from '@landline/api/property/datasets/contract';
import { Box, CloseButton, Skeleton, Stack, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { formatAcres, formatScore } from '../../../../shared/format.ts';
import { messageOf } from '../../../../shared/http/errors.ts';
import { GradeBadge } from '../../../../shared/ui/grade-badge.tsx';
import { useCandidate } from '../api/candidates.ts';
import { candidateName, openSpaceOf } from '../columns.ts';
import { useCandidateLink } from '../use-candidate-link.ts';
import classes from './highlighted-card.module.css';

interface HighlightedCardProps {
  candidateId: string;
  dataset: Dataset;
  onClose: () => void;
}

/** Shows the candidate highlighted on the map. Fetches it, because the current page of the list may not include it. */
export function HighlightedCard({ candidateId, dataset, onClose }: HighlightedCardProps) {
  const { data: candidate, error } = useCandidate(candidateId);
  const linkTo = useCandidateLink(dataset);
  return (
    <section className={classes.card} aria-label="Highlighted property">
      {candidate ? (
        <>
          <Stack gap={2} align="center" flex="none">
            <Text span fz="xl" fw={620} lh={1.2} className="num">
              {formatScore(candidate.score)}
            </Text>
            <GradeBadge grade={candidate.grade} />
          </Stack>
          <Box flex={1} miw={0}>
            <Link to={linkTo(candidate.id)} className={classes.address}>
              {candidateName(candidate)}
            </Link>
            <Text fz="sm" c="dimmed" mt={2} className="num">
              {formatAcres(candidate.parcel_area)} · {openSpaceOf(candidate, dataset.property_type)} open
              space
            </Text>
          </Box>
        </>
      ) : error ? (
        <Text flex={1} fz="sm" role="alert">
          The property could not be loaded. {messageOf(error)}
        </Text>
      ) : (
        <Skeleton height={44} />
      )}
      <CloseButton aria-label="Close" onClick={onClose} />
    </section>
  );
}
