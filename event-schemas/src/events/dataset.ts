import { z } from 'zod';
import { CANDIDATE_FIELDS } from '../candidate.ts';
import { findMisfit } from '../candidate-table.ts';
import { defineEvent } from '../define.ts';
import { int32, key } from '../fields.ts';
import { datasetType, propertyType } from '../vocabulary.ts';

/** Checks the shape without copying: an import writes millions of values. */
const table = z
  .custom<unknown[][]>((rows) => Array.isArray(rows) && rows.every(Array.isArray))
  .meta({ examples: [[['6f9619ff-8b86-4d01-b42d-00cf4fc964ff']]] });

const importOf = { import_id: key(), dataset_key: key() };

export const datasetEvents = {
  DatasetRegistered: defineEvent({
    data: z.object({
      dataset_key: key(),
      dataset_name: z.string(),
      dataset_type: datasetType,
      property_type: propertyType,
      /** Two-letter state, where known: selects the county viewers and the map's initial position. */
      state: z.string().nullable(),
      parent_dataset_key: key().nullable(),
      /** True for parcels from the demo generator; the UI labels them. */
      is_demo: z.boolean(),
    }),
  }),
};

/** Events of the stream `datasetImport-{id}`, the import of one file into a dataset. */
export const datasetImportEvents = {
  DatasetImportStarted: defineEvent({
    data: z.object({
      ...importOf,
      property_type: propertyType,
      file_name: z.string(),
      file_bytes: z.int().nonnegative(),
      format: z.enum(['csv', 'ndjson', 'geojson']),
      profile: key(),
      /** Columns that the caller mapped differently from the profile: the field, or null to leave one out. */
      mapping: z.record(z.string(), z.string().nullable()).optional(),
    }),
  }),
  /**
   * A chunk of the file, in file order. `rows[i][j]` is the value of `columns[j]`; a field that is not among
   * `columns` is null in every row. `first_line` and `last_line` are line numbers in the file, from 1.
   */
  CandidatesImported: defineEvent({
    data: z
      .object({
        ...importOf,
        property_type: propertyType,
        chunk: int32().nonnegative(),
        first_line: int32(),
        last_line: int32(),
        /** Bytes of the file read up to the end of this chunk. */
        bytes_read: z.int().nonnegative(),
        columns: z.array(z.enum(CANDIDATE_FIELDS as [string, ...string[]])),
        rows: table,
        /** Owners' names; each owner is a separate subject of personal data. `index` refers to `rows`. */
        owners: z.array(z.object({ index: int32(), candidate_id: key(), owner_name: z.string() })),
      })
      .superRefine(({ columns, rows }, context) => {
        const misfit = findMisfit(columns, rows);
        if (!misfit) return;
        const path = ['rows', misfit.row, misfit.column];
        context.addIssue({ code: 'custom', path, message: `Does not fit ${columns[misfit.column]}` });
      }),
    personal: [
      {
        listField: 'owners',
        fields: ['owner_name'],
        subject: (owner) => `owner:${owner.candidate_id}`,
      },
    ],
  }),
  /** Rows that could not be read, with the reason, which may quote their values; `raw` is the row as in the file. */
  CandidateRowsRejected: defineEvent({
    version: 2,
    // Only encryption differs: version 1 has `reason` in plain text.
    upcasters: { 1: (data) => data },
    data: z.object({
      ...importOf,
      chunk: int32().nonnegative(),
      rows: z.array(z.object({ line: int32(), reason: z.string(), raw: z.string() })),
    }),
    personal: [
      {
        listField: 'rows',
        fields: ['reason', 'raw'],
        subject: (_row, event) => `import:${event.import_id}`,
      },
    ],
  }),
  DatasetImportCompleted: defineEvent({
    data: z.object({ ...importOf, imported: int32(), rejected: int32(), lines: int32() }),
  }),
  DatasetImportFailed: defineEvent({ data: z.object({ ...importOf, reason: z.string() }) }),
  DatasetImportCancelled: defineEvent({ data: z.object({ ...importOf }) }),
};
