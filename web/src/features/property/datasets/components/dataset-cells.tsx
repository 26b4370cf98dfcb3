import type { Dataset } from '@landline/api/property/datasets/contract';
import { Group } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router-dom';
import table from '../../../../shared/ui/table.module.css';
import { Tag } from '../../../../shared/ui/tag.tsx';
import { datasetPath, hubOf } from '../paths.ts';
import { DemoBadge } from './demo-badge.tsx';

interface DatasetNameProps {
  dataset: Parameters<typeof datasetPath>[0] & Pick<Dataset, 'dataset_name' | 'is_demo'>;
  isLink: boolean;
}

/** Name of a dataset; links to its list when the viewer can open it. */
export function DatasetName({ dataset, isLink }: DatasetNameProps) {
  const hub = hubOf(useLocation().pathname);
  return (
    <Group gap="4px 10px" fw={550}>
      {isLink ? (
        <Link to={datasetPath(dataset, hub)} className={table.rowLink}>
          {dataset.dataset_name}
        </Link>
      ) : (
        dataset.dataset_name
      )}
      {dataset.is_demo && <DemoBadge />}
    </Group>
  );
}

interface DatasetStatusProps {
  status: Dataset['status'];
  /** Label of an active dataset. */
  activeLabel: 'Active' | 'Partial';
}

/** Status of a dataset as a tag (spec 001 §2). */
export function DatasetStatus({ status, activeLabel }: DatasetStatusProps) {
  if (status === 'processing') return <Tag tone="notice">Processing...</Tag>;
  if (status === 'coming_soon') return <Tag>Coming Soon</Tag>;
  return activeLabel === 'Active' ? <Tag tone="good">Active</Tag> : <Tag>Partial</Tag>;
}

/** Visible label of the row's link. */
export const ViewProperties = () => (
  <Group
    component="span"
    display="inline-flex"
    gap={2}
    wrap="nowrap"
    fz="sm"
    fw={550}
    c="var(--accent-text)"
    aria-hidden="true"
  >
    View Properties <IconChevronRight size={16} stroke={1.7} />
  </Group>
);
