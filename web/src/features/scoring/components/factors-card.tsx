import type { UsedFactor } from '@landline/api/training/contract';
import { PROPERTY_TYPES } from '@landline/event-schemas';
import { formatCount, signedPoints } from '../../../shared/format.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { ScrollFrame } from '../../../shared/ui/scroll-frame.tsx';
import table from '../../../shared/ui/table.module.css';
import classes from './factors-card.module.css';
import { PointsBar } from './points-bar.tsx';

/** The reasons that a classification can name, what each is worth, and how often it was named. */
export function FactorsCard({ factors }: { factors: readonly UsedFactor[] }) {
  return (
    <Card title="Factors">
      <p className={classes.text}>
        A reason that is named moves the property that it was named for, beside what good or bad itself is
        worth.
      </p>
      {PROPERTY_TYPES.map((type) => (
        <ScrollFrame key={type} label={`${type.toUpperCase()} factors, scrolls sideways`}>
          <table className={table.table} aria-label={`${type.toUpperCase()} factors`}>
            <thead>
              <tr>
                <th>{type.toUpperCase()} factor</th>
                <th data-num>Named</th>
                <th data-num>Points</th>
                <th className={classes.bar}>
                  <span className={table.hidden}>Direction and size</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {factors
                .filter(({ property_type }) => property_type === type)
                .map(({ id, factor_name, description, used, adjustment_value }) => (
                  <tr key={id}>
                    <td>
                      {factor_name}
                      <small>{description}</small>
                    </td>
                    <td data-num>{formatCount(used)}</td>
                    <td data-num>{signedPoints(adjustment_value)}</td>
                    <td className={classes.bar}>
                      <PointsBar points={adjustment_value} />
                    </td>
                  </tr>
                ))}
            </tbody>
          </table>
        </ScrollFrame>
      ))}
    </Card>
  );
}
