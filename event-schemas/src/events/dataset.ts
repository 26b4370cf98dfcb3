import { z } from 'zod';
import { CANDIDATE_FIELDS } from '../candidate.ts';
import { defineEvent } from '../define.ts';
import { datasetType, propertyType } from '../vocabulary.ts';

/** Checks the shape without copying: an import writes millions of values. */
const table = z.custom<unknown[][]>((rows) => Array.isArray(rows) && rows.every(Array.isArray));

const importOf = { import_id: z.string(), dataset_key: z.string() };

export const datasetEvents = {
  DatasetRegistered: defineEvent({
    data: z.object({
      dataset_key: z.string(),
      dataset_name: z.string(),
      dataset_type: datasetType,
      property_type: propertyType,
      /** Two-letter state, where known: selects the county viewers and the map's initial position. */
      state: z.string().nullable(),
      parent_dataset_key: z.string().nullable(),
      /** True when the demo generator made the parcels; the screen says so. */
      is_demo: z.boolean(),
    }),
  }),
};

/** On `datasetImport-{id}`: the import of one file into a dataset. */
export const datasetImportEvents = {
  DatasetImportStarted: defineEvent({
    data: z.object({
      ...importOf,
      property_type: propertyType,
      file_name: z.string(),
      file_bytes: z.int().nonnegative(),
      format: z.enum(['csv', 'ndjson', 'geojson']),
      profile: z.string(),
      /** Columns that the caller mapped differently from the profile: the field, or null to leave one out. */
      mapping: z.record(z.string(), z.string().nullable()).optional(),
    }),
  }),
  /**
   * A chunk of the file, in file order. `rows[i][j]` is the value of `columns[j]`; a field that is not among
   * `columns` is null in every row. `first_line` and `last_line` are line numbers in the file, from 1.
   */
  CandidatesImported: defineEvent({
    data: z.object({
      ...importOf,
      property_type: propertyType,
      chunk: z.int().nonnegative(),
      first_line: z.int(),
      last_line: z.int(),
      /** Bytes of the file read up to the end of this chunk. */
      bytes_read: z.int().nonnegative(),
      columns: z.array(z.enum(CANDIDATE_FIELDS as [string, ...string[]])),
      rows: table,
      /** Owners' names, each personal data of its own subject; `index` refers to `rows`. */
      owners: z.array(z.object({ index: z.int(), candidate_id: z.string(), owner_name: z.string() })),
    }),
    personal: [
      {
        at: 'owners',
        fields: ['owner_name'],
        subject: (owner) => `owner:${owner.candidate_id}`,
      },
    ],
  }),
  /** Rows that could not be read, with the reason; `raw` is the row as in the file. */
  CandidateRowsRejected: defineEvent({
    data: z.object({
      ...importOf,
      chunk: z.int().nonnegative(),
      rows: z.array(z.object({ line: z.int(), reason: z.string(), raw: z.string() })),
    }),
    personal: [
      {
        at: 'rows',
        fields: ['raw'],
        subject: (_row, event) => `import:${event.import_id}`,
      },
    ],
  }),
  DatasetImportCompleted: defineEvent({
    data: z.object({ ...importOf, imported: z.int(), rejected: z.int(), lines: z.int() }),
  }),
  DatasetImportFailed: defineEvent({ data: z.object({ ...importOf, reason: z.string() }) }),
  DatasetImportCancelled: defineEvent({ data: z.object({ ...importOf }) }),
};
