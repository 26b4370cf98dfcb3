import type { GrantedDataset } from '@landline/api/property/datasets/contract';
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { formatCount } from '../../../../shared/format.ts';
import { DataTable } from '../../../../shared/ui/data-table.tsx';
import { hubOf } from '../paths.ts';
import { DatasetName, DatasetStatus, ViewProperties } from './dataset-cells.tsx';
import classes from './dataset-table.module.css';

/** Maximum number of ZIP codes listed before "and N more". */
const LISTED_ZIP_CODES = 12;

interface GrantedTableProps {
  datasets: readonly GrantedDataset[];
  /** True for staff, who can open every dataset. */
  asStaff: boolean;
}

/** The hub as a flat list: the datasets granted to a client (spec 001 §2). */
export function GrantedTable({ datasets, asStaff }: GrantedTableProps) {
  const hub = hubOf(useLocation().pathname);
  // Staff would see all of a partly granted city, so they open its ZIP codes instead.
  const canOpen = ({ status, type }: GrantedDataset) =>
    status === 'active' && !(asStaff && type === 'partial_city');
  return (
    <DataTable
      label="Datasets"
      className={classes.table}
      rows={datasets}
      keyOf={({ dataset_key }) => dataset_key}
      isLink={canOpen}
      columns={[
        {
          header: 'Dataset',
          cell: (dataset) => (
            <>
              <DatasetName dataset={dataset} isLink={canOpen(dataset)} />
              <div className={classes.description}>
                <Description dataset={dataset} hub={hub} />
              </div>
            </>
          ),
        },
        {
          header: 'Properties',
          isNumeric: true,
          className: classes.count,
          cell: ({ total_properties }) => formatCount(total_properties),
        },
        {
          header: 'Status',
          className: classes.status,
          cell: ({ status, type }) => (
            <DatasetStatus status={status} activeLabel={type === 'full_city' ? 'Active' : 'Partial'} />
          ),
        },
        {
          header: 'Action',
          className: classes.action,
          cell: (dataset) => canOpen(dataset) && <ViewProperties />,
        },
      ]}
    />
  );
}

function Description({ dataset, hub }: { dataset: GrantedDataset; hub: string }) {
  if (dataset.type === 'full_city') return 'All zipcodes included';
  if (dataset.type === 'partial_city') return <ZipCodes dataset={dataset} hub={hub} />;
  if (dataset.access_type === 'individual') return 'Restricted access';
  return `${dataset.dataset_type.toUpperCase()} dataset`;
}

function ZipCodes({ dataset: { zipcodes, status }, hub }: { dataset: GrantedDataset; hub: string }) {
  const [isExpanded, setExpanded] = useState(false);
  const listed = isExpanded ? zipcodes : zipcodes.slice(0, LISTED_ZIP_CODES);
  return (
    <>
      {zipcodes.length} {zipcodes.length === 1 ? 'zipcode' : 'zipcodes'}:{' '}
      {listed.map((zip, at) => (
        <span key={zip}>
          {at > 0 && ', '}
          {status === 'active' ? <Link to={`${hub}/zipcode/${zip}`}>{zip}</Link> : zip}
        </span>
      ))}
      {listed.length < zipcodes.length && (
        <button type="button" className={classes.more} onClick={() => setExpanded(true)}>
          and {zipcodes.length - LISTED_ZIP_CODES} more
        </button>
      )}
    </>
  );
}
