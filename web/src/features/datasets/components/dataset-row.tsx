import type { Dataset } from '@landline/api/datasets/contract';
import { IconChevronRight } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router-dom';
import table from '../../../shared/ui/table.module.css';
import { Tag } from '../../../shared/ui/tag.tsx';
import { datasetPath, hubOf } from '../paths.ts';
import classes from './dataset-row.module.css';
import { DemoBadge } from './demo-badge.tsx';

interface DatasetNameProps {
  dataset: Parameters<typeof datasetPath>[0] & Pick<Dataset, 'dataset_name' | 'is_demo'>;
  opens: boolean;
}

/** What a dataset is called; where it can be opened, the row's one link. */
export function DatasetName({ dataset, opens }: DatasetNameProps) {
  const hub = hubOf(useLocation().pathname);
  return (
    <div className={classes.name}>
      {opens ? (
        <Link to={datasetPath(dataset, hub)} className={table.rowLink}>
          {dataset.dataset_name}
        </Link>
      ) : (
        dataset.dataset_name
      )}
      {dataset.is_demo && <DemoBadge />}
    </div>
  );
}

/** Where a dataset's life stands (spec 001 §2); what an active one is called is the table's own. */
export function DatasetStatus({
  status,
  active,
}: {
  status: Dataset['status'];
  active: 'Active' | 'Partial';
}) {
  if (status === 'processing') return <Tag tone="notice">Processing...</Tag>;
  if (status === 'coming_soon') return <Tag>Coming Soon</Tag>;
  return active === 'Active' ? <Tag tone="good">Active</Tag> : <Tag>Partial</Tag>;
}

/** The end of a row, which its link covers. */
export function ViewCell({ opens }: { opens: boolean }) {
  return (
    <td className={classes.action}>
      {opens && (
        <span className={classes.view} aria-hidden="true">
          View Properties <IconChevronRight size={16} stroke={1.7} />
        </span>
      )}
    </td>
  );
}
