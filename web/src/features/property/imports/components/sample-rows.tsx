import { PREVIEW_BYTES, type Preview } from '@landline/api/property/imports/contract';
import { CANDIDATE_FIELDS, FEET_PER_METER } from '@landline/event-schemas';
import { Box, Text } from '@mantine/core';
import { formatDistance, wordsOf } from '../../../../shared/format.ts';
import { type Column, DataTable } from '../../../../shared/ui/data-table.tsx';
import { lineHeader, RejectedTable } from './rejected-table.tsx';
import classes from './sample-rows.module.css';

type SampleRow = Preview['rows'][number];
type Candidate = SampleRow['candidate'];
type Field = keyof Candidate;

const isField = (field: string): field is Field => field !== 'id';

/** Sample of a file: up to 20 rows that can be imported, and up to 20 that cannot. */
export function SampleRows({ preview: { format, rows, rejected, problems } }: { preview: Preview }) {
  const isEmpty = rows.length === 0 && rejected.length === 0;
  if (isEmpty && problems.length > 0) return null;
  const fields = CANDIDATE_FIELDS.filter(isField).filter((field) =>
    rows.some(({ candidate }) => candidate[field] !== null),
  );
  return (
    <Box component="section" miw={0} aria-labelledby="sample">
      <Text component="h2" id="sample" fz="lg" fw={600} mb="sm">
        First rows
      </Text>
      {rows.length > 0 && (
        <DataTable
          label="First rows"
          scrolls
          className={classes.table}
          rows={rows}
          keyOf={({ line }) => line}
          columns={[
            { header: lineHeader(format), isNumeric: true, cell: ({ line }) => line },
            ...fields.map(
              (field): Column<SampleRow> => ({
                header: wordsOf(field),
                isNumeric: rows.some(({ candidate }) => typeof candidate[field] === 'number'),
                cell: ({ candidate }) => textOf(candidate[field]),
              }),
            ),
          ]}
        />
      )}
      {isEmpty && (
        <Text mt="md" mb="xs">
          The first {PREVIEW_BYTES / 1024} KB of the file contain no complete row.
        </Text>
      )}
      {rejected.length > 0 && (
        <>
          <Text mt="md" mb="xs">
            These rows cannot be imported:
          </Text>
          <RejectedTable rows={rejected} format={format} />
        </>
      )}
    </Box>
  );
}

function textOf(value: Candidate[Field]): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(Math.round(value * 1e6) / 1e6);
  if (Array.isArray(value)) return `${value.length} ${value.length === 1 ? 'entry' : 'entries'}`;
  if (typeof value === 'object')
    return `${value.name}, ${formatDistance(value.distance_meters * FEET_PER_METER)}`;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return value;
}
