import { z } from 'zod';
import { defineEvent } from '../define.ts';
import { environmentLayer, facility } from '../environment.ts';

const ofLayer = { layer_id: z.string() };
const ofAssessment = { assessment_id: z.string(), dataset_key: z.string() };
const text = z.string().nullable();

/** Index into the event's `layers`. */
const layer = z.int().nonnegative();

/** Checked for its shape and not copied: an assessment writes many. */
const rows = z.custom<AssessedRow[]>((value) => Array.isArray(value) && value.every(Array.isArray));

/** Index of a place and the distance to it in meters. */
export type AssessedPlace = readonly [place: number, meters: number] | null;

/**
 * What the layers say about a candidate: indexes into the lists of its event. `sites` alternates an index into `sites` and
 * a distance in feet, null where no layer of sites covers the candidate; `consulted` are the layers of sites that do.
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

/** On `environmentLayer-{id}`: one file of facilities. */
export const environmentLayerEvents = {
  EnvironmentLayerRegistered: defineEvent({
    data: environmentLayer.extend({
      file_name: z.string(),
      file_bytes: z.int().nonnegative(),
      /** SHA-256 of the file: the same one is not imported twice. */
      file_hash: z.string(),
      format: z.enum(['csv', 'ndjson', 'geojson']),
      profile: z.string(),
      mapping: z.record(z.string(), z.string().nullable()).optional(),
    }),
  }),
  /** A piece of the file, in file order. Line numbers count from 1. */
  FacilitiesImported: defineEvent({
    data: z.object({
      ...ofLayer,
      chunk: z.int().nonnegative(),
      first_line: z.int(),
      last_line: z.int(),
      /** Bytes of the file read up to the end of this chunk. */
      bytes_read: z.int().nonnegative(),
      facilities: z.array(facility),
    }),
  }),
  FacilityRowsRejected: defineEvent({
    data: z.object({
      ...ofLayer,
      chunk: z.int().nonnegative(),
      rows: z.array(z.object({ line: z.int(), reason: z.string(), raw: z.string() })),
    }),
  }),
  EnvironmentLayerCompleted: defineEvent({
    data: z.object({ ...ofLayer, imported: z.int(), rejected: z.int(), lines: z.int() }),
  }),
  EnvironmentLayerFailed: defineEvent({ data: z.object({ ...ofLayer, reason: z.string() }) }),
  /** Candidates are no longer joined to it. `superseded_by` is the newer file of the same name. */
  EnvironmentLayerRemoved: defineEvent({ data: z.object({ ...ofLayer, superseded_by: text }) }),
};

/** On `environmentAssessment-{dataset}`: the layers joined to a dataset's candidates. */
export const environmentAssessmentEvents = {
  EnvironmentAssessmentStarted: defineEvent({
    data: z.object({ ...ofAssessment, layers: z.array(z.string()), candidates: z.int() }),
  }),
  /**
   * Candidates about which the layers say something else than before. It fills what a candidate's own file leaves out, and
   * replaces what an earlier assessment said.
   */
  CandidatesAssessed: defineEvent({
    data: z.object({
      ...ofAssessment,
      chunk: z.int().nonnegative(),
      /** Candidates looked at so far. */
      looked_at: z.int(),
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
  /** `basis` says of which layers and imports; the same one need not be assessed again. */
  EnvironmentAssessmentCompleted: defineEvent({
    data: z.object({
      ...ofAssessment,
      basis: z.string(),
      candidates: z.int(),
      changed: z.int(),
      milliseconds: z.int(),
    }),
  }),
};
