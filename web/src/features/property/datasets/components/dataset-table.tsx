import type { Dataset } from '@landline/api/property/datasets/contract';
import { formatCount } from '../../../../shared/format.ts';
import { DataTable } from '../../../../shared/ui/data-table.tsx';
import { SECTIONS } from '../paths.ts';
import { DatasetName, DatasetStatus, ViewProperties } from './dataset-cells.tsx';
import classes from './dataset-table.module.css';

const typeNameOf = (dataset: Dataset) =>
  SECTIONS.find(({ type }) => type === dataset.dataset_type)?.typeName ?? dataset.dataset_type;

const canOpen = ({ status }: Dataset) => status === 'active';

/** One section of the hub. Only active datasets can be opened (spec 001 §2). */
export function DatasetTable({ datasets, label }: { datasets: readonly Dataset[]; label: string }) {
  return (
    <DataTable
      label={label}
      className={classes.table}
      rows={datasets}
      keyOf={({ dataset_key }) => dataset_key}
      isLink={canOpen}
      columns={[
        { header: 'Dataset', cell: (dataset) => <DatasetName dataset={dataset} isLink={canOpen(dataset)} /> },
        {
          header: 'Type',
          className: classes.type,
          cell: (dataset) => (
            <>
              {typeNameOf(dataset)}
              {dataset.state && <span className={classes.state}>{dataset.state}</span>}
            </>
          ),
        },
        {
          header: 'Properties',
          isNumeric: true,
          className: classes.count,
          cell: ({ candidate_count }) => formatCount(candidate_count),
        },
        {
          header: 'Status',
          className: classes.status,
          cell: ({ status }) => <DatasetStatus status={status} activeLabel="Active" />,
        },
        {
          header: 'Action',
          isHeaderHidden: true,
          className: classes.action,
          cell: (dataset) => canOpen(dataset) && <ViewProperties />,
        },
      ]}
    />
  );
}
