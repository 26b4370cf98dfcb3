import type { RescoringRun } from '@landline/api/property/scoring/contract';
import { EVERYONE } from '@landline/event-schemas';
import { isRunFinished } from '@landline/event-schemas/lifecycles/rescoring-run';
import { Anchor, Progress, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { formatCount, formatDate, formatRatio } from '../../../../shared/format.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import { DataTable } from '../../../../shared/ui/data-table.tsx';
import { QueryBody } from '../../../../shared/ui/query-body.tsx';
import { EmptyState } from '../../../../shared/ui/states.tsx';
import { Tag } from '../../../../shared/ui/tag.tsx';
import { useIsStaff } from '../../../platform/session/context.ts';
import { useDatasets } from '../../datasets/api/datasets.ts';
import { datasetPath } from '../../datasets/paths.ts';
import { useNewestRuns } from '../api/scoring.ts';

const STATES: Record<RescoringRun['state'], string> = {
  queued: 'Waiting',
  scoring: 'Scoring',
  writing: 'Saving scores',
  swapping: 'Publishing scores',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Canceled',
  superseded: 'Replaced by a newer run',
};

/** Newest run of each dataset and scope. */
export function RunsCard() {
  const mayRetry = useIsStaff('SuperAdmin');
  const { data: datasets = [] } = useDatasets();
  return (
    <Card title="Rescoring">
      <QueryBody query={useNewestRuns()} errorTitle="The rescoring runs could not be loaded" skeleton={200}>
        {(runs) =>
          runs.length === 0 ? (
            <EmptyState title="Nothing scored yet">
              Import a dataset to see its rescoring runs here.
            </EmptyState>
          ) : (
            <DataTable
              label="Newest run of each dataset and scope"
              scrolls
              rows={runs}
              keyOf={({ run_id }) => run_id}
              columns={[
                {
                  header: 'Dataset',
                  cell: ({ dataset_key, dataset_name }) => {
                    const dataset = datasets.find((each) => each.dataset_key === dataset_key);
                    if (!dataset) return dataset_name;
                    return (
                      <Anchor component={Link} to={datasetPath(dataset)} td="underline" inherit>
                        {dataset_name}
                      </Anchor>
                    );
                  },
                },
                { header: 'Scores for', cell: ({ scope_name }) => scope_name },
                {
                  header: 'Status',
                  cell: ({ state, scope, run_id }) => (
                    <>
                      <Tag tone={state === 'completed' ? 'good' : state === 'failed' ? 'bad' : 'notice'}>
                        {STATES[state]}
                      </Tag>
                      {state === 'failed' && (
                        <Text component="small" fz="xs" c="dimmed" display="block" mt={4}>
                          The previous scores were kept.{' '}
                          {!mayRetry ? (
                            'Ask a SuperAdmin to retry.'
                          ) : scope === EVERYONE ? (
                            'Open the dataset to retry.'
                          ) : (
                            <>
                              To retry, run <code>landline scoring retry {run_id}</code>.
                            </>
                          )}
                        </Text>
                      )}
                    </>
                  ),
                },
                {
                  header: 'Scored',
                  isNumeric: true,
                  cell: ({ state, scored, total, dataset_name }) => (
                    <>
                      {formatCount(scored)} of {formatCount(total)}
                      {!isRunFinished(state) && (
                        <Progress
                          miw={120}
                          mt={4}
                          size="sm"
                          value={total === 0 ? 0 : (scored / total) * 100}
                          aria-label={`Rescoring progress of ${dataset_name}`}
                        />
                      )}
                    </>
                  ),
                },
                ...(runs.some(({ shares }) => shares)
                  ? [{ header: 'Engines', cell: ({ shares }: RescoringRun) => shares && enginesOf(shares) }]
                  : []),
                { header: 'Finished', cell: ({ finished_at }) => finished_at && formatDate(finished_at) },
              ]}
            />
          )
        }
      </QueryBody>
    </Card>
  );
}

/** Lists each engine with the share of the run that it scored. */
function enginesOf(shares: Readonly<Record<string, number>>) {
  const engines = Object.entries(shares);
  const total = engines.reduce((sum, [, chunks]) => sum + chunks, 0);
  return engines.map(([engine, chunks]) => (
    <div key={engine}>
      {engine} {formatRatio(chunks / total)}
    </div>
  ));
}
