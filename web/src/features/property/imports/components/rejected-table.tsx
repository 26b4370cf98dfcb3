import type { FileFormat, RejectedRow } from '@landline/api/property/imports/contract';
import { DataTable } from '../../../../shared/ui/data-table.tsx';
import classes from './rejected-table.module.css';

interface RejectedTableProps {
  rows: readonly RejectedRow[];
  /** Null if the import has not started. */
  format: FileFormat | null;
}

/** Header of the column with line numbers; in a GeoJSON file, they count features. */
export const lineHeader = (format: FileFormat | null) => (format === 'geojson' ? 'Feature' : 'Line');

/** Rejected rows with line, reason and content. */
export const RejectedTable = ({ rows, format }: RejectedTableProps) => (
  <DataTable
    label="Rejected rows"
    scrolls
    stacks
    className={classes.table}
    rows={rows}
    keyOf={({ line, reason }) => `${line}/${reason}`}
    columns={[
      { header: lineHeader(format), isNumeric: true, cell: ({ line }) => line },
      { header: 'Reason', className: classes.reason, cell: ({ reason }) => reason },
      { header: 'Row', className: classes.raw, titleOf: ({ raw }) => raw, cell: ({ raw }) => raw },
    ]}
  />
);
