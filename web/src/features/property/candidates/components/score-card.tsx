import type { CandidateDetail } from '@landline/api/property/candidates/contract';
import { Alert, Skeleton } from '@mantine/core';
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
          <span className={`${classes.score} num`} data-testid="score">
            {formatScore(score)}
          </span>
          {score !== null && <span className={classes.of}>of 100</span>}
          <GradeBadge grade={grade} size="lg" />
        </div>
        <div className={classes.scale} aria-hidden="true">
          {score !== null && (
            <span style={{ left: `${score}%`, background: `var(${gradeVariable(grade)})` }} />
          )}
        </div>
        {score === null ? (
          <p className={classes.reason}>{na_reason ?? 'Not scored yet.'}</p>
        ) : isPending ? (
          <Skeleton height={16} mt={16} />
        ) : (
          reason && <p className={classes.reason}>{reason}</p>
        )}
      </Card>
      {parts && <BreakdownCard score={parts} />}
    </>
  );
}
