import { Alert } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useDatasets } from '../../datasets/api/list-datasets.ts';
import { datasetPath, SECTIONS } from '../../datasets/paths.ts';
import { useNewestRuns } from '../api/list-newest-runs.ts';

/** Names the datasets whose last rescoring failed: nobody would see it otherwise. */
export function FailedRuns() {
  const { data: runs } = useNewestRuns();
  const { data: byType } = useDatasets();
  const failed = new Set(
    runs?.filter(({ state }) => state === 'failed').map(({ dataset_key }) => dataset_key),
  );
  const datasets = SECTIONS.flatMap(({ type }) => byType?.[type] ?? []).filter(({ dataset_key }) =>
    failed.has(dataset_key),
  );
  if (datasets.length === 0) return null;
  return (
    <Alert color="red" mb="md" p="sm" role="alert" title="Scores could not be brought up to date">
      The scores from before are kept. Open a dataset to try again:{' '}
      {datasets.map((dataset, at) => (
        <span key={dataset.dataset_key}>
          {at > 0 && ', '}
          <Link to={datasetPath(dataset)}>{dataset.dataset_name}</Link>
        </span>
      ))}
    </Alert>
  );
}
