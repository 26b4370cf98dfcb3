import type { DatasetImport } from '@landline/api/property/imports/contract';
import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useDataset } from '../../datasets/api/datasets.ts';
import { datasetPath, importPath } from '../../datasets/paths.ts';

/** Links to the imported dataset once it is scored, or to another import when no row was imported. */
export function OpenDataset({ run: { dataset_key, imported } }: { run: DatasetImport }) {
  const { data: dataset } = useDataset(dataset_key);
  if (imported === 0) {
    return (
      <Button component={Link} to={importPath(dataset_key)}>
        Import another file
      </Button>
    );
  }
  if (!dataset) return null;
  if (dataset.status !== 'active') return <Button loading>Scoring</Button>;
  return (
    <Button component={Link} to={datasetPath(dataset)}>
      View Properties
    </Button>
  );
}
