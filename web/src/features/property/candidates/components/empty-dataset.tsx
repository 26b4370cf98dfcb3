import type { Dataset } from '@landline/api/property/datasets/contract';
import { Button } from '@mantine/core';
import { IconFileImport, IconMapOff } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { EmptyState } from '../../../../shared/ui/states.tsx';
import { useIsStaff } from '../../../platform/session/context.ts';
import { importPath } from '../../datasets/paths.ts';

/** Shown for a dataset without properties. */
export function EmptyDataset({ dataset }: { dataset: Dataset }) {
  const mayImport = useIsStaff('SuperAdmin');
  return (
    <EmptyState
      title="This dataset has no properties yet."
      icon={IconMapOff}
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
        ? 'Import a parcel file to see its parcels and their scores here.'
        : 'Properties and their scores appear here after the first import.'}
    </EmptyState>
  );
}
