import type { Grade } from '@landline/event-schemas';
import { gradeVariable } from '../palette.ts';
import classes from './grade-badge.module.css';

export function GradeBadge({ grade, size = 'sm' }: { grade: Grade; size?: 'sm' | 'lg' }) {
  return (
    <span className={classes.badge} data-size={size} style={{ color: `var(${gradeVariable(grade)})` }}>
      {grade}
    </span>
  );
}
