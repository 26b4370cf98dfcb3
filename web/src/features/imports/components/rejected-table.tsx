import type { RejectedRow } from '@landline/api/imports/contract';
import table from '../../../shared/ui/table.module.css';
import classes from './rejected-table.module.css';

/** Rows that could not be read: where, why, and what stood there. */
export function RejectedTable({ rows }: { rows: readonly RejectedRow[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable from the keyboard
    <section className={table.frame} tabIndex={0} aria-label="Rejected rows">
      <table className={`${table.table} ${table.stacked} ${classes.table}`}>
        <thead>
          <tr>
            <th data-num>Line</th>
            <th>Reason</th>
            <th>Row</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ line, reason, raw }) => (
            <tr key={`${line}/${reason}`}>
              <td data-num data-label="Line">
                {line}
              </td>
              <td className={classes.reason}>{reason}</td>
              <td className={classes.raw} title={raw}>
                {raw}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
