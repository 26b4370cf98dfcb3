import type { CandidateDetail } from '@landline/api/property/candidates/contract';
import { Alert, Skeleton, Text } from '@mantine/core';
import { formatScore } from '../../../../shared/format.ts';
import { gradeVariable } from '../../../../shared/palette.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import { GradeBadge } from '../../../../shared/ui/grade-badge.tsx';
import { useBreakdown } from '../api/candidates.ts';
import { partsOf, reasonOf } from '../score-parts.ts';
import { BreakdownCard } from './breakdown-card.tsx';
import classes from './score-card.module.css';
import { useFlash } from './use-flash.ts';

/** The score with its grade, its main reasons and its breakdown. */
export function ScoreCard({ candidate }: { candidate: CandidateDetail }) {
  const { data: breakdown, isPending } = useBreakdown(candidate.id);
  const flashing = useFlash(candidate.score);
  const { score, grade, property_type, na_reason } = candidate;
  const parts = breakdown && partsOf(breakdown);
  const reason = parts && reasonOf(parts);
  return (
    <>
      {score === null && property_type === 'ios' && (
        <Alert color="yellow" title="Insufficient Data for Scoring">
          This lacks assessor classification required for accurate scoring.
        </Alert>
      )}
      <Card title="AI score">
        <div className={classes.figures} data-flashing={flashing || undefined}>
          <Text span fz={52} fw={640} lh={1} lts="-0.035em" className="num" data-testid="score">
            {formatScore(score)}
          </Text>
          {score !== null && (
            <Text span flex="none" c="dimmed">
              of 100
            </Text>
          )}
          <GradeBadge grade={grade} size="lg" />
        </div>
        <div className={classes.scale} aria-hidden="true">
          {score !== null && (
            <span style={{ left: `${score}%`, background: `var(${gradeVariable(grade)})` }} />
          )}
        </div>
        {score === null ? (
          <Text mt="md">{na_reason ?? 'Not scored yet.'}</Text>
        ) : isPending ? (
          <Skeleton height={16} mt={16} />
        ) : (
          reason && <Text mt="md">{reason}</Text>
        )}
      </Card>
      {parts && <BreakdownCard score={parts} />}
    </>
  );
}
