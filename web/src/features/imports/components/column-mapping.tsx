import {
  IMPORT_FIELDS,
  type ImportField,
  importField,
  PROFILE_TITLES,
  type Preview,
  type ProfileName,
  profileName,
} from '@landline/api/imports/contract';
import { NativeSelect } from '@mantine/core';
import { wordsOf } from '../../../shared/format.ts';
import table from '../../../shared/ui/table.module.css';
import classes from './column-mapping.module.css';

interface ColumnMappingProps {
  preview: Preview;
  /** A changed mapping is being tried out. */
  busy: boolean;
  onProfile: (profile: ProfileName) => void;
  onColumn: (column: string, field: ImportField | null) => void;
}

const PROFILES = Object.entries(PROFILE_TITLES).map(([value, label]) => ({ value, label }));
const FIELDS = [
  { value: '', label: 'Leave out' },
  ...IMPORT_FIELDS.map((field) => ({ value: field, label: wordsOf(field) })).sort((one, other) =>
    one.label.localeCompare(other.label),
  ),
];

/** Which column of the file fills which field; each can be changed. */
export function ColumnMapping({ preview, busy, onProfile, onColumn }: ColumnMappingProps) {
  const used = preview.columns.filter(({ field }) => field !== null).length;
  return (
    <section aria-labelledby="columns">
      <div className={classes.head}>
        <div>
          <h2 id="columns" className={classes.title}>
            Columns
          </h2>
          <p className={classes.summary}>
            {used} of {preview.columns.length} columns are used. Change any of them below.
          </p>
        </div>
        <NativeSelect
          label="Recognised as"
          data={PROFILES}
          value={preview.profile}
          className={classes.profile ?? ''}
          onChange={({ currentTarget }) => onProfile(profileName.parse(currentTarget.value))}
        />
      </div>
      <div className={`${table.frame} ${classes.frame}`} aria-busy={busy}>
        <table className={table.table}>
          <thead>
            <tr>
              <th>Column in the file</th>
              <th className={classes.samples}>First values</th>
              <th>Becomes</th>
            </tr>
          </thead>
          <tbody>
            {preview.columns.map(({ column, field, samples }) => (
              <tr key={column} data-unused={field === null || undefined} className={classes.row}>
                <td className={classes.column}>{column}</td>
                <td className={classes.samples} title={samples.join(' · ')}>
                  {samples.join(' · ')}
                </td>
                <td className={classes.field}>
                  <NativeSelect
                    size="xs"
                    aria-label={`What the column ${column} becomes`}
                    data={FIELDS}
                    value={field ?? ''}
                    onChange={({ currentTarget: { value } }) =>
                      onColumn(column, value === '' ? null : importField.parse(value))
                    }
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {preview.derived.length > 0 && (
        <ul className={classes.derived}>
          {preview.derived.map(({ field, reason }) => (
            <li key={`${field}/${reason}`}>
              <strong>{wordsOf(field)}</strong> is worked out: {reason}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
