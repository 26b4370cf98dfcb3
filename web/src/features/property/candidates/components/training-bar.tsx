import { Text } from '@mantine/core';
import { signedPoints } from '../../../../shared/format.ts';
import type { TrainingEffect } from '../score-parts.ts';
import classes from './training-bar.module.css';

const IMPACT = {
  minor: 'Minor impact',
  moderate: 'Moderate impact',
  significant: 'Significant impact',
  major: 'Major impact',
} as const;

/** Points that training added or subtracted; 30 points fill the bar (spec 001 §9). */
export function TrainingBar({ training }: { training: TrainingEffect }) {
  const { points, percent, impact } = training;
  return (
    <div className={classes.training}>
      <span>Manual adjustment</span>
      <Text span inherit fw={500} c="dimmed">
        {IMPACT[impact]} <span className="num">{signedPoints(points)}</span>
      </Text>
      <div
        role="img"
        aria-label={`${IMPACT[impact]}: ${signedPoints(points)} of 30 points`}
        className={classes.bar}
      >
        <span data-direction={points < 0 ? 'down' : 'up'} style={{ width: `${percent}%` }} />
      </div>
    </div>
  );
}
