import type { TrainingScope } from '@landline/api/property/classification/contract';
import { NativeSelect, Text } from '@mantine/core';
import { formatCount } from '../../../../shared/format.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import common from '../../../../shared/ui/common.module.css';
import { DataTable } from '../../../../shared/ui/data-table.tsx';
import { QueryBody } from '../../../../shared/ui/query-body.tsx';
import { EmptyState } from '../../../../shared/ui/states.tsx';
import { useModel } from '../api/scoring.ts';
import { POINTS_COLUMNS } from './points-column.tsx';

interface TrainingCardProps {
  scopes: readonly TrainingScope[];
  scope: string;
  onScope: (scope: string) => void;
}

/** Training results: the score adjustment of each trait, with the number of classifications it is based on. */
export function TrainingCard({ scopes, scope, onScope }: TrainingCardProps) {
  const query = useModel(scope);
  const selected = scopes.find((each) => each.scope === scope);
  const count = selected && selected.good + selected.bad;
  return (
    <Card
      title="Training from classifications"
      aside={
        scopes.length > 1 && (
          <NativeSelect
            size="xs"
            aria-label="Training scope"
            data={scopes.map(({ scope: value, name }) => ({ value, label: name }))}
            value={scope}
            onChange={({ currentTarget }) => onScope(currentTarget.value)}
          />
        )
      }
    >
      {selected && (
        <p className={common.note}>
          Based on{' '}
          <Text component="strong" fw={700} c="var(--text)" className="num">
            {formatCount(count)}
          </Text>{' '}
          {count === 1 ? 'classification' : 'classifications'}:{' '}
          <span className="num">{formatCount(selected.good)}</span> good,{' '}
          <span className="num">{formatCount(selected.bad)}</span> bad. A client's classifications train only
          that client's scores.
        </p>
      )}
      <QueryBody query={query} errorTitle="The training results could not be loaded" skeleton={140}>
        {({ learned }) => (
          <div className={common.dims} aria-busy={query.isPlaceholderData}>
            {learned.length === 0 ? (
              <EmptyState title="No training results yet">
                Classify properties as good or bad to adjust the scores of similar properties.
              </EmptyState>
            ) : (
              <DataTable
                label="Training results"
                scrolls
                rows={learned}
                keyOf={({ property_type, trait, kind }) => `${property_type} ${trait} ${kind}`}
                columns={[
                  { header: 'Trait', cell: ({ trait, kind }) => `${trait}: ${kind}` },
                  { header: 'Property type', cell: ({ property_type }) => property_type.toUpperCase() },
                  { header: 'Good', isNumeric: true, cell: ({ good }) => formatCount(good) },
                  { header: 'Bad', isNumeric: true, cell: ({ bad }) => formatCount(bad) },
                  ...POINTS_COLUMNS,
                ]}
              />
            )}
          </div>
        )}
      </QueryBody>
    </Card>
  );
}
