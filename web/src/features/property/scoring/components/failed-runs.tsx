import { Alert } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useDatasets } from '../../datasets/api/datasets.ts';
import { datasetPath } from '../../datasets/paths.ts';
import { useNewestRuns } from '../api/scoring.ts';

/** Lists the datasets whose last rescoring failed. */
export function FailedRuns() {
  const { data: runs = [] } = useNewestRuns();
  const { data: all = [] } = useDatasets();
  const failed = new Set(
    runs.filter(({ state }) => state === 'failed').map(({ dataset_key }) => dataset_key),
  );
  const datasets = all.filter(({ dataset_key }) => failed.has(dataset_key));
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
