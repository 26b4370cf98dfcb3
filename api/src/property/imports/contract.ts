import { candidateFeatures, datasetType, propertyType } from '@landline/event-schemas';
import { importStatus } from '@landline/event-schemas/lifecycles/dataset-import';
import { z } from 'zod';
import { dataResponse, pageResponse } from '../../platform/http/response-contract.ts';
import { importField } from './fields.ts';

export { IMPORT_FIELDS, type ImportField, importField } from './fields.ts';

/** Maximum number of bytes that a preview reads. */
export const PREVIEW_BYTES = 256 * 1024;

/** Maximum size of an uploaded chunk in bytes; larger ones get a 413. */
export const CHUNK_BYTES = 1024 * 1024;

export const fileFormat = z.enum(['csv', 'ndjson', 'geojson']);
export type FileFormat = z.infer<typeof fileFormat>;

/** Mappings from file columns to candidate fields: known public schemas, our own, or column names alone. */
export const PROFILE_TITLES = {
  landline: 'Landline columns',
  'lebanon-nh': 'Lebanon, New Hampshire: assessor roll',
  'utah-lir': 'Utah Land Information Records',
  'la-hcd-sites': 'California HCD housing element sites',
  'socal-warehouse': 'Southern California warehouse map',
  generic: 'Columns matched by name',
} as const;
export const profileName = z.enum(Object.keys(PROFILE_TITLES) as [ProfileName, ...ProfileName[]]);
export type ProfileName = keyof typeof PROFILE_TITLES;

/** Fields by column, in place of the profile's; `null` leaves a column out. */
export const mappingOverrides = z.record(z.string(), importField.nullable());
export type MappingOverrides = z.infer<typeof mappingOverrides>;

/** POST /api/geo/imports/preview; the body is the start of the file. `mapping` is JSON of `MappingOverrides`. */
export const previewQuery = z.object({
  file_name: z.string().min(1).max(255),
  /** Size of the whole file. If the body is shorter, its last row may be cut off and is left out. */
  file_bytes: z.coerce.number().int().min(0),
  profile: profileName.optional(),
  mapping: z.string().optional(),
});

const previewColumn = z.object({
  column: z.string(),
  /** Target field; null when the column is left out. */
  field: importField.nullable(),
  /** The first values that are not empty, at most 3. */
  samples: z.array(z.string()),
});

/** `line` counts from 1; in a GeoJSON file, which may be one long line, it counts features. */
export const rejectedRow = z.object({ line: z.int(), reason: z.string(), raw: z.string() });
export type RejectedRow = z.infer<typeof rejectedRow>;

const preview = z.object({
  format: fileFormat,
  profile: profileName,
  columns: z.array(previewColumn),
  /** Fields computed from others, and how. */
  derived: z.array(z.object({ field: z.string(), reason: z.string() })),
  /** The first rows as candidates, at most 20. */
  rows: z.array(z.object({ line: z.int(), candidate: candidateFeatures.omit({ id: true }) })),
  /** Rows of the preview that would be rejected, at most 20. */
  rejected: z.array(rejectedRow),
  /** Reasons why the file cannot be imported, e.g. no APN column. */
  problems: z.array(z.string()),
});
export type Preview = z.infer<typeof preview>;
export const previewResponse = dataResponse(preview);

/** Parts of the web's paths that stand where the key of a dataset does; the list of a dataset with such a key would be unreachable. */
const RESERVED_KEYS: readonly string[] = [
  'compare',
  'environment',
  'imports',
  'model',
  ...datasetType.options,
];

/** POST /api/geo/imports */
export const createImportBody = z.object({
  dataset_key: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Dataset keys are lower-case words joined by hyphens')
    .max(60)
    .refine(
      (key) => !RESERVED_KEYS.includes(key),
      'This key is reserved for another page. Choose another one.',
    ),
  dataset_name: z.string().trim().min(1).max(120),
  dataset_type: datasetType,
  property_type: propertyType,
  state: z
    .string()
    .regex(/^[A-Z]{2}$/, 'A state is two capital letters')
    .optional(),
  file_name: z.string().min(1).max(255),
  file_bytes: z.int().min(1),
  profile: profileName.optional(),
  mapping: mappingOverrides.optional(),
});
export type CreateImportBody = z.infer<typeof createImportBody>;

/** Progress of a file that is uploaded in chunks and then imported. */
export const uploadedFile = z.object({
  file_name: z.string(),
  file_bytes: z.int(),
  /** Known once the import has started. */
  format: fileFormat.nullable(),
  /** Index of the next chunk, and its offset in the file. */
  next_chunk: z.int(),
  bytes_received: z.int(),
  bytes_read: z.int(),
  imported: z.int(),
  rejected: z.int(),
  /** Reason for the failure. */
  reason: z.string().nullable(),
  finished_at: z.string().nullable(),
});

export const datasetImport = uploadedFile.extend({
  import_id: z.string(),
  dataset_key: z.string(),
  profile: profileName.nullable(),
  /** `uploading` while its chunks arrive; the last three are final. */
  status: importStatus,
  started_at: z.string().nullable(),
});
export type DatasetImport = z.infer<typeof datasetImport>;

/** POST /api/geo/imports, PUT …/chunks/:index, POST …/start, POST …/cancel, GET …/:id */
export const importResponse = dataResponse(datasetImport);

/** GET /api/geo/imports: newest first. */
export const importsResponse = dataResponse(z.array(datasetImport));

/** GET /api/geo/imports/:id/rejected; …/rejected.csv returns the whole list as a file. */
export const rejectedQuery = z.object({
  page: z.coerce.number().int().min(1).default(1),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export const rejectedResponse = pageResponse(rejectedRow);
