import { signedPoints } from '../../../../shared/format.ts';
import type { Column } from '../../../../shared/ui/data-table.tsx';
import classes from './points-column.module.css';

/** Points that fill one half of the bar (spec 001 §9). */
const FULL_BAR_POINTS = 30;

/** Table columns for an adjustment: its points, and a bar to the right of the middle or, if negative, to the left. */
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
