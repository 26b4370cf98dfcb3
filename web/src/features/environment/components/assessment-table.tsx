import type { DatasetAssessment } from '@landline/api/environment/contract';
import { Progress } from '@mantine/core';
import { formatCount, formatDate } from '../../../shared/format.ts';
import { ScrollFrame } from '../../../shared/ui/scroll-frame.tsx';
import table from '../../../shared/ui/table.module.css';
import classes from './layer-table.module.css';

/** How far the candidates of each dataset are joined with the layers. */
export function AssessmentTable({ assessments }: { assessments: readonly DatasetAssessment[] }) {
  return (
    <section aria-labelledby="assessments">
      <h2 id="assessments" className={classes.title}>
        Datasets joined with the layers
      </h2>
      <ScrollFrame label="Datasets joined with the layers">
        <table className={`${table.table} ${classes.table}`}>
          <thead>
            <tr>
              <th>Dataset</th>
              <th data-num>Candidates</th>
              <th data-num>Changed</th>
              <th>State</th>
            </tr>
          </thead>
          <tbody>
            {assessments.map((run) => (
              <tr key={run.dataset_key}>
                <td>{run.dataset_name}</td>
                <td data-num>{formatCount(run.candidates)}</td>
                <td data-num>{formatCount(run.changed)}</td>
                <td>
                  {run.status === 'running' ? (
                    <Progress
                      value={(100 * run.looked_at) / Math.max(1, run.candidates)}
                      size="sm"
                      mt={8}
                      aria-label={`${run.dataset_name}: percent looked at`}
                    />
                  ) : (
                    `Up to date, ${formatDate(run.finished_at ?? run.started_at)}`
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollFrame>
    </section>
  );
}
