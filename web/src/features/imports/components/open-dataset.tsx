import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useDataset } from '../../datasets/api/get-dataset.ts';
import { datasetPath } from '../../datasets/paths.ts';

/** Leads to what was imported, once it is scored. */
export function OpenDataset({ datasetKey }: { datasetKey: string }) {
  const { data: dataset } = useDataset(datasetKey);
  if (!dataset) return null;
  if (dataset.status !== 'active') return <Button loading>Scoring</Button>;
  return (
    <Button component={Link} to={datasetPath(dataset)}>
      View Properties
    </Button>
  );
}
