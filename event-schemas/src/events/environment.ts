import { z } from 'zod';
import { defineEvent } from '../define.ts';
import { environmentLayer, facility } from '../environment.ts';
import { int32, key } from '../fields.ts';

const ofLayer = { layer_id: key() };
const ofAssessment = { assessment_id: key(), dataset_key: key() };
const text = z.string().nullable();

/** Index into the event's `layers`. */
const layer = int32().nonnegative();

const isNumberArray = (value: unknown) =>
  Array.isArray(value) && value.every((item) => typeof item === 'number');
const isNumberOrNull = (value: unknown) => value === null || typeof value === 'number';
const isNumberArrayOrNull = (value: unknown) => value === null || isNumberArray(value);
const isCandidateId = (value: unknown) => z.guid().safeParse(value).success;

const isAssessedRow = (row: unknown): row is AssessedRow =>
  Array.isArray(row) &&
  isCandidateId(row[0]) &&
  typeof row[1] === 'string' &&
  typeof row[2] === 'number' &&
  isNumberArray(row[3]) &&
  row.slice(4, 9).every(isNumberArrayOrNull) &&
  row.slice(9, 11).every(isNumberOrNull);

/** Checks the shape without copying: an assessment writes many rows. */
const rows = z
  .custom<AssessedRow[]>((value) => Array.isArray(value) && value.every(isAssessedRow))
  .meta({
    examples: [
      [['6f9619ff-8b86-4d01-b42d-00cf4fc964ff', 'import', 7, [0], [0, 1], [0, 1], null, null, null, 0, 0]],
    ],
  });

/** Index of a place and the distance to it in meters. */
export type AssessedPlace = readonly [place: number, meters: number] | null;

/**
 * Assessed facts of a candidate, as indexes into the lists of the event. `consulted` lists the site layers that
 * cover the candidate. `sites` is null if none does; otherwise it is a flat list of pairs: an index into the event's
 * `sites` and the distance in feet.
 */
export type AssessedRow = readonly [
  candidateId: string,
  importId: string,
  fingerprint: number,
  consulted: readonly number[],
  sites: readonly number[] | null,
  interchange: AssessedPlace,
  rail: AssessedPlace,
  airport: AssessedPlace,
  distributionCenter: AssessedPlace,
  flood: number | null,
  soil: number | null,
];

/** Events of the stream `environmentLayer-{id}`, one file of facilities. */
export const environmentLayerEvents = {
  EnvironmentLayerRegistered: defineEvent({
    data: environmentLayer.extend({
      file_name: z.string(),
      file_bytes: z.int().nonnegative(),
      /** SHA-256 of the file; the same file is not imported twice. */
      file_hash: key(),
      format: z.enum(['csv', 'ndjson', 'geojson']),
      profile: key(),
      mapping: z.record(z.string(), z.string().nullable()).optional(),
    }),
  }),
  /** A chunk of the file, in file order. Line numbers count from 1. */
  FacilitiesImported: defineEvent({
    data: z.object({
      ...ofLayer,
      chunk: int32().nonnegative(),
      first_line: int32(),
      last_line: int32(),
      /** Bytes of the file read up to the end of this chunk. */
      bytes_read: z.int().nonnegative(),
      facilities: z.array(facility),
    }),
  }),
  FacilityRowsRejected: defineEvent({
    data: z.object({
      ...ofLayer,
      chunk: int32().nonnegative(),
      rows: z.array(z.object({ line: int32(), reason: z.string(), raw: z.string() })),
    }),
  }),
  EnvironmentLayerCompleted: defineEvent({
    data: z.object({ ...ofLayer, imported: int32(), rejected: int32(), lines: int32() }),
  }),
  EnvironmentLayerFailed: defineEvent({ data: z.object({ ...ofLayer, reason: z.string() }) }),
  /** Candidates are no longer matched to the layer. `superseded_by` is the newer layer of the same kind and name. */
  EnvironmentLayerRemoved: defineEvent({ data: z.object({ ...ofLayer, superseded_by: text }) }),
};

/** Events of the stream `environmentAssessment-{dataset}`: matching of a dataset's candidates to the layers. */
export const environmentAssessmentEvents = {
  EnvironmentAssessmentStarted: defineEvent({
    data: z.object({ ...ofAssessment, layers: z.array(z.string()), candidates: int32() }),
  }),
  /**
   * Candidates whose assessed facts changed. These facts replace those of the candidate's previous assessment and
   * apply where its own file has none.
   */
  CandidatesAssessed: defineEvent({
    data: z.object({
      ...ofAssessment,
      chunk: int32().nonnegative(),
      /** Candidates processed so far. */
      looked_at: int32(),
      layers: z.array(z.string()),
      sites: z.array(
        z.object({
          layer,
          site_name: z.string(),
          source: z.string(),
          contamination_type: text,
          regulatory_status: text,
          risk_level: text,
          site_address: text,
          notification_date: text,
          closure_date: text,
        }),
      ),
      places: z.array(z.object({ layer, name: z.string(), importance: text })),
      floods: z.array(z.object({ layer, zone: text, is_100_year: z.boolean().nullable() })),
      soils: z.array(z.object({ layer, contamination: text, drainage: text })),
      rows,
    }),
  }),
  /** `basis` identifies the layers and imports; an assessment with an equal basis need not run again. */
  EnvironmentAssessmentCompleted: defineEvent({
    data: z.object({
      ...ofAssessment,
      basis: z.string(),
      candidates: int32(),
      changed: int32(),
      milliseconds: int32(),
    }),
  }),
};
