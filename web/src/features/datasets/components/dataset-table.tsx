import type { Dataset } from '@landline/api/datasets/contract';
import { IconChevronRight } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router-dom';
import { formatCount } from '../../../shared/format.ts';
import table from '../../../shared/ui/table.module.css';
import { Tag } from '../../../shared/ui/tag.tsx';
import { datasetPath, hubOf, SECTIONS } from '../paths.ts';
import classes from './dataset-table.module.css';
import { DemoBadge } from './demo-badge.tsx';

const kindOf = (dataset: Dataset) =>
  SECTIONS.find(({ type }) => type === dataset.dataset_type)?.one ?? dataset.dataset_type;

/** One section of the hub. Only active datasets can be opened (spec 001 §2). */
export function DatasetTable({ datasets, label }: { datasets: readonly Dataset[]; label: string }) {
  return (
    <div className={table.frame}>
      <table className={`${table.table} ${classes.table}`} aria-label={label}>
        <thead>
          <tr>
            <th>Dataset</th>
            <th className={classes.type}>Type</th>
            <th data-num>Properties</th>
            <th>Status</th>
            <th className={classes.action}>
              <span className={table.hidden}>Action</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {datasets.map((dataset) => (
            <Row key={dataset.dataset_key} dataset={dataset} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ dataset }: { dataset: Dataset }) {
  const active = dataset.status === 'active';
  const hub = hubOf(useLocation().pathname);
  return (
    <tr data-link={active || undefined}>
      <td className={classes.name}>
        <div>
          {active ? (
            <Link to={datasetPath(dataset, hub)} className={table.rowLink}>
              {dataset.dataset_name}
            </Link>
          ) : (
            dataset.dataset_name
          )}
          {dataset.is_demo && <DemoBadge />}
        </div>
      </td>
      <td className={classes.type}>
        {kindOf(dataset)}
        {dataset.state && <span className={classes.state}>{dataset.state}</span>}
      </td>
      <td data-num>{formatCount(dataset.candidate_count)}</td>
      <td>
        <Status status={dataset.status} />
      </td>
      <td className={classes.action}>
        {active && (
          <span className={classes.view} aria-hidden="true">
            View Properties <IconChevronRight size={16} stroke={1.7} />
          </span>
        )}
      </td>
    </tr>
  );
}

function Status({ status }: { status: Dataset['status'] }) {
  if (status === 'active') return <Tag tone="good">Active</Tag>;
  if (status === 'processing') return <Tag tone="notice">Processing...</Tag>;
  return <Tag>Coming Soon</Tag>;
}
