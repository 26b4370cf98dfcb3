import type { DatasetAssessment } from '@landline/api/property/environment/contract';
import { Progress, Text } from '@mantine/core';
import { formatCount, formatDate } from '../../../../shared/format.ts';
import { DataTable } from '../../../../shared/ui/data-table.tsx';
import classes from './layer-table.module.css';

/** Progress of assessing each dataset's candidates against the layers. */
export function AssessmentTable({ assessments }: { assessments: readonly DatasetAssessment[] }) {
  return (
    <section aria-labelledby="assessments">
      <Text component="h2" id="assessments" fz="lg" fw={600} mb="xs">
        Dataset assessments
      </Text>
      <DataTable
        label="Dataset assessments"
        scrolls
        className={classes.table}
        rows={assessments}
        keyOf={({ dataset_key }) => dataset_key}
        columns={[
          { header: 'Dataset', cell: ({ dataset_name }) => dataset_name },
          { header: 'Candidates', isNumeric: true, cell: ({ candidates }) => formatCount(candidates) },
          { header: 'Changed', isNumeric: true, cell: ({ changed }) => formatCount(changed) },
          {
            header: 'Status',
            cell: ({ status, looked_at, candidates, dataset_name, finished_at, started_at }) =>
              status === 'running' ? (
                <Progress
                  value={(100 * looked_at) / Math.max(1, candidates)}
                  size="sm"
                  mt={8}
                  aria-label={`Assessment progress of ${dataset_name}`}
                />
              ) : (
                `Up to date, ${formatDate(finished_at ?? started_at)}`
              ),
          },
        ]}
      />
    </section>
  );
}
