import type { UsedFactor } from '@landline/api/property/classification/contract';
import { PROPERTY_TYPES } from '@landline/event-schemas';
import { formatCount } from '../../../../shared/format.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import { DataTable } from '../../../../shared/ui/data-table.tsx';
import classes from './factors-card.module.css';
import { POINTS_COLUMNS } from './points-column.tsx';

/** The factors that a classification can name, with their points and use. */
export function FactorsCard({ factors }: { factors: readonly UsedFactor[] }) {
  return (
    <Card title="Factors">
      <p className={classes.text}>
        Each factor named in a classification adjusts the score of that property, in addition to the
        classification itself.
      </p>
      {PROPERTY_TYPES.map((type) => (
        <DataTable
          key={type}
          label={`${type.toUpperCase()} factors`}
          scrolls
          rows={factors.filter(({ property_type }) => property_type === type)}
          keyOf={({ id }) => id}
          columns={[
            {
              header: `${type.toUpperCase()} factor`,
              cell: ({ factor_name, description }) => (
                <>
                  {factor_name}
                  <small>{description}</small>
                </>
              ),
            },
            { header: 'Uses', isNumeric: true, cell: ({ used }) => formatCount(used) },
            ...POINTS_COLUMNS,
          ]}
        />
      ))}
    </Card>
  );
}
