import type { Dataset } from '@landline/api/datasets/contract';
import { formatCount } from '../../../shared/format.ts';
import table from '../../../shared/ui/table.module.css';
import { SECTIONS } from '../paths.ts';
import { DatasetName, DatasetStatus, ViewCell } from './dataset-row.tsx';
import classes from './dataset-table.module.css';

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
  const opens = dataset.status === 'active';
  return (
    <tr data-link={opens || undefined}>
      <td>
        <DatasetName dataset={dataset} opens={opens} />
      </td>
      <td className={classes.type}>
        {kindOf(dataset)}
        {dataset.state && <span className={classes.state}>{dataset.state}</span>}
      </td>
      <td data-num>{formatCount(dataset.candidate_count)}</td>
      <td>
        <DatasetStatus status={dataset.status} active="Active" />
      </td>
      <ViewCell opens={opens} />
    </tr>
  );
}
