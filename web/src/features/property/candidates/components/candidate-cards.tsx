import type { CandidateRow } from '@landline/api/property/candidates/contract';
import type { Dataset } from '@landline/api/property/datasets/contract';
import { Box, Stack, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { formatAcres, formatCount, formatScore, MISSING } from '../../../../shared/format.ts';
import common from '../../../../shared/ui/common.module.css';
import { GradeBadge } from '../../../../shared/ui/grade-badge.tsx';
import { ClassificationBadge } from '../../classification/components/classification-badge.tsx';
import { NewBadge } from '../../visits/components/new-badge.tsx';
import { candidateName, openSpaceOf } from '../columns.ts';
import { useListSelection } from '../list-selection.ts';
import { useCandidateLink } from '../use-candidate-link.ts';
import classes from './candidate-cards.module.css';
import { DataQualityIcon } from './data-quality-icon.tsx';
import { ScorePress } from './score-hover.tsx';

/** List of candidate cards that replaces the table on narrow screens. */
export function CandidateCards({ rows, dataset }: { rows: readonly CandidateRow[]; dataset: Dataset }) {
  const linkTo = useCandidateLink(dataset);
  const { highlighted } = useListSelection();
  return (
    <Stack component="ul" gap="xs" className={common.list ?? ''}>
      {rows.map((row) => (
        <li
          key={row.id}
          className={classes.card}
          data-highlighted={row.id === highlighted || undefined}
          ref={row.id === highlighted ? scrollIntoView : undefined}
        >
          <Stack gap={4} align="center" justify="center" flex="none" w={92}>
            <Score row={row} dataset={dataset} />
          </Stack>
          <Box miw={0}>
            <Link to={linkTo(row.id)} className={classes.address}>
              {candidateName(row)}
            </Link>
            <DataQualityIcon row={row} />
            <NewBadge row={row} />
            <Text fz="sm" c="dimmed" mt={2} className="num">
              {sizeOf(row, dataset)}
            </Text>
            <Text fz="sm" c="dimmed" mt={2} className="num">
              {detailsOf(row)} <ClassificationBadge classification={row.manual_classification} />
            </Text>
          </Box>
        </li>
      ))}
    </Stack>
  );
}

const scrollIntoView = (card: HTMLElement | null) => card?.scrollIntoView({ block: 'nearest' });

/** Cards of this dataset show no breakdown (spec 001 §2). */
const DATASET_WITHOUT_BREAKDOWN = 'salt-lake-city';

function Score({ row, dataset }: { row: CandidateRow; dataset: Dataset }) {
  const score = (
    <>
      <Text span fz={22} fw={620} lh={1.2} lts="-0.02em" className="num">
        {formatScore(row.score)}
      </Text>
      <GradeBadge grade={row.grade} />
    </>
  );
  return dataset.dataset_key === DATASET_WITHOUT_BREAKDOWN ? (
    score
  ) : (
    <ScorePress row={row}>{score}</ScorePress>
  );
}

/** Formats the lot size and open space, omitting unknown ones. */
function sizeOf(row: CandidateRow, { property_type }: Dataset): string {
  const openSpace = openSpaceOf(row, property_type);
  return joinParts([
    row.parcel_area === null ? null : formatAcres(row.parcel_area),
    openSpace === MISSING ? null : `${openSpace} open space`,
  ]);
}

/** Formats the ZIP code, units and year built, omitting unknown ones. */
const detailsOf = ({ zip_code, units, year_built }: CandidateRow) =>
  joinParts([
    zip_code,
    units === null ? null : `${formatCount(units)} ${units === 1 ? 'unit' : 'units'}`,
    year_built === null ? null : `built ${year_built}`,
  ]);

const joinParts = (parts: readonly (string | null)[]) =>
  parts.filter((part) => part !== null).join(' · ') || MISSING;
