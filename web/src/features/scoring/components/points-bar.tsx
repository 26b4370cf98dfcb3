import classes from './points-bar.module.css';

/** So many points fill the bar, to either side (spec 001 §9). */
const FULL = 30;

/** Points as a bar to the right of the middle, or to the left where they are taken away; the figure stands beside it. */
export function PointsBar({ points }: { points: number }) {
  const share = Math.min(Math.abs(points) / FULL, 1) * 50;
  return (
    <span className={classes.bar} aria-hidden="true">
      <span
        data-negative={points < 0 || undefined}
        style={{ width: `${share}%`, [points < 0 ? 'right' : 'left']: '50%' }}
      />
    </span>
  );
}
