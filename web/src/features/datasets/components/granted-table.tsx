import type { GrantedDataset } from '@landline/api/datasets/contract';
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { formatCount } from '../../../shared/format.ts';
import table from '../../../shared/ui/table.module.css';
import { hubOf } from '../paths.ts';
import { DatasetName, DatasetStatus, ViewCell } from './dataset-row.tsx';
import classes from './granted-table.module.css';

/** So many zip codes of a dataset are named at first. */
const NAMED = 12;

/** The hub's flat form: what a client was granted (spec 001 §2). `asStaff`: as a SuperAdmin looks at it. */
export function GrantedTable({
  datasets,
  asStaff,
}: {
  datasets: readonly GrantedDataset[];
  asStaff: boolean;
}) {
  return (
    <div className={table.frame}>
      <table className={`${table.table} ${classes.table}`} aria-label="Datasets">
        <thead>
          <tr>
            <th>Dataset</th>
            <th data-num>Properties</th>
            <th>Status</th>
            <th className={classes.action}>Action</th>
          </tr>
        </thead>
        <tbody>
          {datasets.map((dataset) => (
            <Row key={dataset.dataset_key} dataset={dataset} asStaff={asStaff} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ dataset, asStaff }: { dataset: GrantedDataset; asStaff: boolean }) {
  const hub = hubOf(useLocation().pathname);
  // Staff see all of a dataset, so of one that is partly granted they open its zip codes.
  const opens = dataset.status === 'active' && !(asStaff && dataset.type === 'partial_city');
  return (
    <tr data-link={opens || undefined}>
      <td>
        <DatasetName dataset={dataset} opens={opens} />
        <div className={classes.description}>
          <Description dataset={dataset} hub={hub} />
        </div>
      </td>
      <td data-num>{formatCount(dataset.total_properties)}</td>
      <td>
        <DatasetStatus status={dataset.status} active={dataset.type === 'full_city' ? 'Active' : 'Partial'} />
      </td>
      <ViewCell opens={opens} />
    </tr>
  );
}

function Description({ dataset, hub }: { dataset: GrantedDataset; hub: string }) {
  if (dataset.type === 'full_city') return 'All zipcodes included';
  if (dataset.type === 'partial_city') return <ZipCodes dataset={dataset} hub={hub} />;
  if (dataset.access_type === 'individual') return 'Restricted access';
  return `${dataset.dataset_type.toUpperCase()} dataset`;
}

function ZipCodes({ dataset: { zipcodes, status }, hub }: { dataset: GrantedDataset; hub: string }) {
  const [all, setAll] = useState(false);
  const shown = all ? zipcodes : zipcodes.slice(0, NAMED);
  return (
    <>
      {zipcodes.length} {zipcodes.length === 1 ? 'zipcode' : 'zipcodes'}:{' '}
      {shown.map((zip, at) => (
        <span key={zip}>
          {at > 0 && ', '}
          {status === 'active' ? <Link to={`${hub}/zipcode/${zip}`}>{zip}</Link> : zip}
        </span>
      ))}
      {shown.length < zipcodes.length && (
        <button type="button" className={classes.more} onClick={() => setAll(true)}>
          and {zipcodes.length - NAMED} more
        </button>
      )}
    </>
  );
}
