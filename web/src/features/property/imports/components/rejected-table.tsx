import type { RejectedRow } from '@landline/api/property/imports/contract';
import { DataTable } from '../../../../shared/ui/data-table.tsx';
import classes from './rejected-table.module.css';

/** Rejected rows with line, reason and content. */
export const RejectedTable = ({ rows }: { rows: readonly RejectedRow[] }) => (
  <DataTable
    label="Rejected rows"
    scrolls
    stacks
    className={classes.table}
    rows={rows}
    keyOf={({ line, reason }) => `${line}/${reason}`}
    columns={[
      { header: 'Line', isNumeric: true, cell: ({ line }) => line },
      { header: 'Reason', className: classes.reason, cell: ({ reason }) => reason },
      { header: 'Row', className: classes.raw, titleOf: ({ raw }) => raw, cell: ({ raw }) => raw },
    ]}
  />
);
