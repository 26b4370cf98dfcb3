import { EVERYONE } from '@landline/event-schemas';
import { Alert } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useDatasets } from '../../datasets/api/datasets.ts';
import { datasetPath } from '../../datasets/paths.ts';
import { useNewestRuns } from '../api/scoring.ts';
import { RunsError } from './runs-error.tsx';

/** Lists the datasets whose last rescoring for everyone failed. */
export function FailedRuns() {
  const { data: runs, error, refetch } = useNewestRuns();
  const { data: all = [] } = useDatasets();
  if (error && !runs) return <RunsError error={error} onRetry={() => void refetch()} />;
  const failedKeys = new Set(
    // The page of a dataset offers to retry the scores for everyone only.
    runs
      ?.filter(({ state, scope }) => state === 'failed' && scope === EVERYONE)
      .map(({ dataset_key }) => dataset_key),
  );
  const datasets = all.filter(({ dataset_key }) => failedKeys.has(dataset_key));
  if (datasets.length === 0) return null;
  return (
    <Alert color="red" mb="md" p="sm" role="alert" title="Rescoring failed">
      The previous scores were kept. Open a dataset to retry:{' '}
      {datasets.map((dataset, at) => (
        <span key={dataset.dataset_key}>
          {at > 0 && ', '}
          <Link to={datasetPath(dataset)}>{dataset.dataset_name}</Link>
        </span>
      ))}
    </Alert>
  );
}
