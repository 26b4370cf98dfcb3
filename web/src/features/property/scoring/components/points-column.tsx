import { signedPoints } from '../../../../shared/format.ts';
import type { Column } from '../../../../shared/ui/data-table.tsx';
import { FULL_BAR_POINTS } from '../../candidates/score-parts.ts';
import classes from './points-column.module.css';

/**
 * Table columns for an adjustment: its points, and a bar from the middle to the right or, if negative, to the left
 * (spec 001 §9).
 */
export const POINTS_COLUMNS: readonly Column<{ adjustment_value: number }>[] = [
  { header: 'Points', isNumeric: true, cell: ({ adjustment_value }) => signedPoints(adjustment_value) },
  {
    header: 'Direction and size',
    isHeaderHidden: true,
    className: classes.column,
    cell: ({ adjustment_value: points }) => (
      <span className={classes.bar} aria-hidden="true">
        <span
          data-negative={points < 0 || undefined}
          style={{
            width: `${Math.min(Math.abs(points) / FULL_BAR_POINTS, 1) * 50}%`,
            [points < 0 ? 'right' : 'left']: '50%',
          }}
        />
      </span>
    ),
  },
];
