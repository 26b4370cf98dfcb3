import type { Dataset } from '@landline/api/datasets/contract';
import { Button } from '@mantine/core';
import { IconFileImport, IconMapOff } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { EmptyState } from '../../../shared/ui/states.tsx';
import { importPath } from '../../datasets/paths.ts';
import { useUser } from '../../session/context.ts';

/** A dataset without a single property: nothing to adjust, something to import. */
export function EmptyDataset({ dataset }: { dataset: Dataset }) {
  const mayImport = useUser()?.role === 'SuperAdmin';
  return (
    <EmptyState
      title="This dataset has no properties yet."
      icon={<IconMapOff size={24} stroke={1.5} />}
      action={
        mayImport && (
          <Button
            component={Link}
            to={importPath(dataset.dataset_key)}
            leftSection={<IconFileImport size={16} stroke={1.7} />}
          >
            Import parcels
          </Button>
        )
      }
    >
      {mayImport
        ? 'Import a parcel file into it: each parcel appears here with its score.'
        : 'They appear here with their scores as soon as they have been imported.'}
    </EmptyState>
  );
}
