import type { Points } from '@landline/api/candidates/points-contract';
import { useMemo } from 'react';
import { formatCount } from '../../../shared/format.ts';
import { gradeVariable } from '../../../shared/palette.ts';
import { gradeCounts } from '../map-points.ts';
import classes from './map-legend.module.css';

/** What the colours mean, and how many there are of each. */
export function MapLegend({ points }: { points: Points }) {
  const counts = useMemo(() => gradeCounts(points), [points]);
  const elsewhere = points.total - points.count;
  return (
    <section className={classes.legend} aria-label="Grades on the map">
      <ul>
        {counts.map(({ grade, count }) => (
          <li key={grade}>
            <span className={classes.mark} style={{ background: `var(${gradeVariable(grade)})` }} />
            {grade} <span className="num">{formatCount(count)}</span>
          </li>
        ))}
      </ul>
      {elsewhere > 0 && (
        <p>
          <span className="num">{formatCount(elsewhere)}</span> without a place on the map
        </p>
      )}
    </section>
  );
}
