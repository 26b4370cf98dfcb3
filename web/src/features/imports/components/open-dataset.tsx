import type { DatasetImport } from '@landline/api/imports/contract';
import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useDataset } from '../../datasets/api/get-dataset.ts';
import { datasetPath, importPath } from '../../datasets/paths.ts';

/** Leads to what was imported, once it is scored; after an import of nothing, to the next try. */
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
