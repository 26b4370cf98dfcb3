import { EVERYONE } from '@landline/event-schemas';
import { Alert } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useIsStaff } from '../../../platform/session/context.ts';
import { useDatasets } from '../../datasets/api/datasets.ts';
import { datasetPath } from '../../datasets/paths.ts';
import { useNewestRuns } from '../api/scoring.ts';
import { RunsError } from './runs-error.tsx';

/** Lists the datasets whose latest rescoring of the shared scores failed. */
export function FailedRuns() {
  const mayRetry = useIsStaff('SuperAdmin');
  const { data: runs, error, refetch } = useNewestRuns();
  const { data: all = [] } = useDatasets();
  if (error && !runs) return <RunsError error={error} onRetry={() => void refetch()} />;
  const failedKeys = new Set(
    // A dataset's page can retry only runs of the shared scores.
    runs
      ?.filter(({ state, scope }) => state === 'failed' && scope === EVERYONE)
      .map(({ dataset_key }) => dataset_key),
  );
  const datasets = all.filter(({ dataset_key }) => failedKeys.has(dataset_key));
  if (datasets.length === 0) return null;
  return (
    <Alert color="red" mb="md" p="sm" title="Rescoring failed">
      The previous scores were kept. Open a dataset {mayRetry ? 'to retry' : 'for details'}:{' '}
      {datasets.map((dataset, at) => (
        <span key={dataset.dataset_key}>
          {at > 0 && ', '}
          <Link to={datasetPath(dataset)}>{dataset.dataset_name}</Link>
        </span>
      ))}
    </Alert>
  );
}
