import type { Preview } from '@landline/api/imports/contract';
import { CANDIDATE_FIELDS } from '@landline/event-schemas';
import { wordsOf } from '../../../shared/format.ts';
import table from '../../../shared/ui/table.module.css';
import { RejectedTable } from './rejected-table.tsx';
import classes from './sample-rows.module.css';

type Candidate = Preview['rows'][number]['candidate'];
type Field = keyof Candidate;

const isField = (field: string): field is Field => field !== 'id';

/** The first rows as they will be imported, and those of them that will not. */
export function SampleRows({ preview }: { preview: Preview }) {
  const { rows, rejected } = preview;
  const fields = CANDIDATE_FIELDS.filter(isField).filter((field) =>
    rows.some(({ candidate }) => candidate[field] !== null),
  );
  return (
    <section aria-labelledby="sample" className={classes.section}>
      <h2 id="sample" className={classes.title}>
        First rows
      </h2>
      {rows.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable from the keyboard
        <section className={table.frame} tabIndex={0} aria-label="First rows">
          <table className={`${table.table} ${classes.table}`}>
            <thead>
              <tr>
                <th data-num>Line</th>
                {fields.map((field) => (
                  <th key={field} data-num={isNumeric(rows, field) || undefined}>
                    {wordsOf(field)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ line, candidate }) => (
                <tr key={line}>
                  <td data-num>{line}</td>
                  {fields.map((field) => (
                    <td key={field} data-num={isNumeric(rows, field) || undefined}>
                      {textOf(candidate[field])}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {rows.length === 0 && rejected.length === 0 && (
        <p className={classes.note}>No row is complete within the part of the file that was looked at.</p>
      )}
      {rejected.length > 0 && (
        <>
          <p className={classes.note}>These rows of the preview cannot be read:</p>
          <RejectedTable rows={rejected} />
        </>
      )}
    </section>
  );
}

const isNumeric = (rows: Preview['rows'], field: Field) =>
  rows.some(({ candidate }) => typeof candidate[field] === 'number');

function textOf(value: Candidate[Field]): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(Math.round(value * 1e6) / 1e6);
  if (Array.isArray(value)) return `${value.length} entries`;
  if (typeof value === 'object') return `${value.name}, ${value.distance_meters} m`;
  return String(value);
}
