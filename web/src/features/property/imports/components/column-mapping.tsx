import {
  IMPORT_FIELDS,
  type ImportField,
  importField,
  PROFILE_TITLES,
  type Preview,
  type ProfileName,
  profileName,
} from '@landline/api/property/imports/contract';
import { Box, Group, NativeSelect, Text } from '@mantine/core';
import { wordsOf } from '../../../../shared/format.ts';
import { DataTable } from '../../../../shared/ui/data-table.tsx';
import classes from './column-mapping.module.css';

interface ColumnMappingProps {
  preview: Preview;
  /** True while the preview reloads after a mapping change. */
  isBusy: boolean;
  onProfile: (profile: ProfileName) => void;
  onColumn: (column: string, field: ImportField | null) => void;
}

const PROFILES = Object.entries(PROFILE_TITLES).map(([value, label]) => ({ value, label }));
const FIELDS = [
  { value: '', label: 'Do not import' },
  ...IMPORT_FIELDS.map((field) => ({ value: field, label: wordsOf(field) })).sort((a, b) =>
    a.label.localeCompare(b.label),
  ),
];

/** Maps the columns of a file to fields. */
export function ColumnMapping({ preview, isBusy, onProfile, onColumn }: ColumnMappingProps) {
  const mappedCount = preview.columns.filter(({ field }) => field !== null).length;
  return (
    <section aria-labelledby="columns">
      <Group gap="12px 24px" align="flex-end" justify="space-between" mb="sm">
        <div>
          <Text component="h2" id="columns" fz="lg" fw={600}>
            Columns
          </Text>
          <Text c="dimmed" mt={2}>
            {mappedCount} of {preview.columns.length} columns will be imported. You can change the mapping
            below.
          </Text>
        </div>
        <NativeSelect
          label="Column layout"
          data={PROFILES}
          value={preview.profile}
          w="min(100%, 340px)"
          onChange={({ currentTarget }) => onProfile(profileName.parse(currentTarget.value))}
        />
      </Group>
      <div className={classes.frame} aria-busy={isBusy}>
        <DataTable
          label="Columns"
          rows={preview.columns}
          keyOf={({ column }) => column}
          columns={[
            {
              header: 'File column',
              className: classes.column,
              cell: ({ column, field }) => <span data-unused={field === null || undefined}>{column}</span>,
            },
            {
              header: 'Sample values',
              className: classes.samples,
              titleOf: ({ samples }) => samples.join(' · '),
              cell: ({ samples }) => samples.join(' · '),
            },
            {
              header: 'Field',
              className: classes.field,
              cell: ({ column, field }) => (
                <NativeSelect
                  size="xs"
                  aria-label={`Field for column ${column}`}
                  data={FIELDS}
                  value={field ?? ''}
                  onChange={({ currentTarget: { value } }) =>
                    onColumn(column, value === '' ? null : importField.parse(value))
                  }
                />
              ),
            },
          ]}
        />
      </div>
      {preview.derived.length > 0 && (
        <Box component="ul" m={0} mt="sm" pl={18} fz="sm" c="dimmed">
          {preview.derived.map(({ field, reason }) => (
            <li key={`${field}/${reason}`}>
              <Text component="strong" inherit fw={550} c="var(--text)">
                {wordsOf(field)}
              </Text>{' '}
              is calculated: {reason}
            </li>
          ))}
        </Box>
      )}
    </section>
  );
}
