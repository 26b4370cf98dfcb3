import { PROPERTY_TYPES } from '@landline/event-schemas';
import { Stack, Text } from '@mantine/core';
import { formatCount } from '../../../../shared/format.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import common from '../../../../shared/ui/common.module.css';
import { DataTable } from '../../../../shared/ui/data-table.tsx';
import { QueryBody } from '../../../../shared/ui/query-body.tsx';
import { useTrainingSummary } from '../../classification/api/classification.ts';
import { POINTS_COLUMNS } from './points-column.tsx';

/** The factors that a classification can name, with their points and their use within a training scope. */
export function FactorsCard({ scope }: { scope: string }) {
  const query = useTrainingSummary(scope);
  return (
    <Card title="Factors">
      <p className={common.note}>
        Each factor named in a classification adjusts the score of that property, in addition to the
        classification itself.
      </p>
      <QueryBody query={query} errorTitle="The factors could not be loaded" skeleton={280}>
        {({ factors }) => (
          <Stack gap="sm" className={common.dims ?? ''} aria-busy={query.isPlaceholderData}>
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
                        <Text component="small" fz="xs" c="dimmed" display="block">
                          {description}
                        </Text>
                      </>
                    ),
                  },
                  { header: 'Uses', isNumeric: true, cell: ({ used }) => formatCount(used) },
                  ...POINTS_COLUMNS,
                ]}
              />
            ))}
          </Stack>
        )}
      </QueryBody>
    </Card>
  );
}
