import type { RescoringRun } from '@landline/api/scoring/contract';
import type { TrainingScope } from '@landline/api/training/contract';
import { isRunOver } from '@landline/event-schemas/lifecycles/rescoring-run';
import { Progress } from '@mantine/core';
import { Link } from 'react-router-dom';
import { formatCount, formatDate, wordsOf } from '../../../shared/format.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { ScrollFrame } from '../../../shared/ui/scroll-frame.tsx';
import { EmptyState } from '../../../shared/ui/states.tsx';
import table from '../../../shared/ui/table.module.css';
import { Tag } from '../../../shared/ui/tag.tsx';
import { useDatasets } from '../../datasets/api/list-datasets.ts';
import { datasetPath, SECTIONS } from '../../datasets/paths.ts';
import { useNewestRuns } from '../api/list-newest-runs.ts';
import classes from './runs-card.module.css';

/** How far the scores of each dataset are with what was learned last. */
export function RunsCard({ scopes }: { scopes: readonly TrainingScope[] }) {
  const { data: runs } = useNewestRuns();
  if (!runs) return null;
  return (
    <Card title="Rescoring">
      {runs.length === 0 ? (
        <EmptyState title="Nothing has been scored yet">Import a dataset: its scores appear here.</EmptyState>
      ) : (
        <ScrollFrame label="Rescoring runs, scrolls sideways">
          <table className={table.table} aria-label="Newest run of each dataset">
            <thead>
              <tr>
                <th>Dataset</th>
                <th>Scores for</th>
                <th>State</th>
                <th data-num>Scored</th>
                <th>Ended</th>
              </tr>
            </thead>
            <tbody>
              {runs.map((run) => (
                <Row
                  key={run.run_id}
                  run={run}
                  scope={scopes.find(({ scope }) => scope === run.scope)?.name ?? run.scope}
                />
              ))}
            </tbody>
          </table>
        </ScrollFrame>
      )}
    </Card>
  );
}

function Row({ run, scope }: { run: RescoringRun; scope: string }) {
  const { data: byType } = useDatasets();
  const dataset = SECTIONS.flatMap(({ type }) => byType?.[type] ?? []).find(
    ({ dataset_key }) => dataset_key === run.dataset_key,
  );
  const isOver = isRunOver(run.state);
  const tone = run.state === 'completed' ? 'good' : run.state === 'failed' ? 'bad' : 'notice';
  return (
    <tr>
      <td>
        {dataset ? (
          <Link to={datasetPath(dataset)} className={classes.dataset}>
            {dataset.dataset_name}
          </Link>
        ) : (
          run.dataset_key
        )}
      </td>
      <td>{scope}</td>
      <td>
        <Tag tone={tone}>{wordsOf(run.state)}</Tag>
      </td>
      <td data-num>
        {formatCount(run.scored)} of {formatCount(run.total)}
        {!isOver && (
          <Progress
            className={classes.progress ?? ''}
            size="sm"
            value={run.total === 0 ? 0 : (run.scored / run.total) * 100}
            aria-label={`Percent of ${run.dataset_key} scored`}
          />
        )}
      </td>
      <td>{run.finished_at ? formatDate(run.finished_at) : ''}</td>
    </tr>
  );
}
