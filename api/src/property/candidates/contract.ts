import {
  actorRole,
  candidateFeatures,
  classification,
  environmentalGrade,
  grade,
  propertyType,
} from '@landline/event-schemas';
import { z } from 'zod';
import { dataResponse, pageResponse } from '../../platform/http/response-contract.ts';
import { candidateEnvironment } from '../environment/contract.ts';
import { numbersOf } from './area.ts';

export type { Breakdown } from '@landline/scoring-engine/breakdown';

/** Page size of the candidate list (spec 001 §9). */
const PAGE_SIZE = 50;

/** Sort fields by property type (spec 001 §5). `score_na` lists N/A scores first. */
export const SORT_FIELDS = {
  adu: ['score', 'parcel_area', 'open_area', 'address'],
  ios: ['score', 'property_score', 'parcel_area', 'open_ratio', 'score_na'],
} as const;
export const sortField = z.enum([...new Set([...SORT_FIELDS.adu, ...SORT_FIELDS.ios])]);
export type SortField = z.infer<typeof sortField>;

const filterNumber = (minimum: number, maximum: number) => z.coerce.number().min(minimum).max(maximum);
const year = filterNumber(1900, 2100);

const isLongitude = (degrees = Number.NaN) => Math.abs(degrees) <= 180;
const isLatitude = (degrees = Number.NaN) => Math.abs(degrees) <= 90;

function isBox(text: string): boolean {
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN, ...rest] =
    numbersOf(text) ?? [];
  const isOnEarth = [west, east].every(isLongitude) && [south, north].every(isLatitude);
  return isOnEarth && west <= east && south <= north && rest.length === 0;
}

function isArea(text: string): boolean {
  const numbers = text.length <= 10_000 ? (numbersOf(text) ?? []) : [];
  const isOnEarth = numbers.every((degrees, at) =>
    at % 2 === 0 ? isLongitude(degrees) : isLatitude(degrees),
  );
  return isOnEarth && numbers.length % 2 === 0 && numbers.length >= 6 && numbers.length <= 400;
}

/** Query parameters of the list; lists are joined by commas (spec 001 §5). */
export const candidateListQuery = z.object({
  datasetKey: z.string().min(1),
  page: z.coerce.number().int().min(1).default(1),
  limit: z.coerce.number().int().min(1).max(200).default(PAGE_SIZE),
  sortBy: sortField.default('score'),
  sortOrder: z.enum(['asc', 'desc']).default('desc'),
  minScore: filterNumber(0, 100).optional(),
  minBaseScore: filterNumber(0, 100).optional(),
  /** Percentage of the lot. */
  minOpenSpace: filterNumber(0, 100).optional(),
  /** Acres. */
  minLotSize: filterNumber(0, 100_000).optional(),
  minUnits: filterNumber(0, 100_000).optional(),
  minYearBuilt: year.optional(),
  maxYearBuilt: year.optional(),
  classification: classification.optional(),
  zoning: z.string().optional(),
  /** ios: grades A to F, joined by commas. */
  environmentalGrade: z
    .string()
    .regex(/^[A-F](,[A-F])*$/, 'An environmental grade is one of A to F.')
    .optional(),
  /** Part of a street address. */
  search: z.string().trim().max(200).optional(),
  /** Part of a parcel number, with or without its dashes. */
  apn: z.string().trim().max(60).optional(),
  /** Only candidates first imported after the caller's previous visit (POST /api/geo/visits). */
  newOnly: z.literal('true').optional(),
  /** "Search this area": west, south, east, north in degrees, joined by commas. */
  bbox: z.string().refine(isBox, 'An area must be four numbers: west, south, east, north.').optional(),
  /** A drawn polygon: longitude and latitude of 3 to 200 corners in turn, joined by commas. */
  area: z
    .string()
    .refine(isArea, 'A drawn area must have 3 to 200 corners, each a longitude and a latitude.')
    .optional(),
});
export type CandidateListQuery = z.infer<typeof candidateListQuery>;

export const candidateFilters = candidateListQuery.omit({
  page: true,
  limit: true,
  sortBy: true,
  sortOrder: true,
});
export type CandidateFilters = z.infer<typeof candidateFilters>;

/** Default minimum score of an export (spec 001 §9). The page always sends its own, including 0. */
const EXPORT_MIN_SCORE = 85;

/** GET /api/geo/candidates/export/csv: filters and order of a list, without paging (spec 001 §7). */
export const candidateExportQuery = candidateListQuery
  .omit({ page: true, limit: true })
  .extend({ minScore: filterNumber(0, 100).default(EXPORT_MIN_SCORE) });

/** Message of a list that shows the street instead of the address searched for (spec 001 §2). */
export const STREET_FALLBACK = 'No exact match for the search. Showing all properties on the same street.';

/** Score and classification of a candidate. `score` has one decimal; null is N/A. */
const scoredFields = z.object({
  dataset_key: z.string(),
  property_type: propertyType,
  score: z.number().nullable(),
  grade,
  /** ios: the score before adjustments. */
  property_score: z.number().nullable(),
  na_reason: z.string().nullable(),
  manual_classification: classification.nullable(),
});

/** A row of the list. */
export const candidateRow = candidateFeatures
  .pick({
    id: true,
    apn: true,
    street_address: true,
    city: true,
    zip_code: true,
    units: true,
    parcel_area: true,
    open_area: true,
    open_ratio: true,
    building_area: true,
    year_built: true,
    latitude: true,
    longitude: true,
    zoning_code: true,
    building_data_quality: true,
    data_quality_flag: true,
  })
  .extend(scoredFields.shape)
  /** In milliseconds since 1970; null while the read model is rebuilt. */
  .extend({ first_imported_at: z.number().nullable() });
export type CandidateRow = z.infer<typeof candidateRow>;

export const candidateList = pageResponse(candidateRow).extend({
  /** True when the list shows the street of an address without a match (spec 001 §2). */
  searchFallbackUsed: z.boolean(),
  originalSearch: z.string().nullable(),
  /** `STREET_FALLBACK` or null. */
  message: z.string().nullable(),
});
export type CandidateList = z.infer<typeof candidateList>;

/**
 * Parts of a score, named as in spec 001 §3. Null for the other property type, and while changes to the candidate wait for
 * a scoring run.
 */
export const scoreFields = z.object({
  /** adu: multiplier of each penalty; 1 if it does not apply. */
  unit_count_penalty_multiplier: z.number().nullable(),
  townhouse_penalty_multiplier: z.number().nullable(),
  courtyard_penalty_multiplier: z.number().nullable(),
  /** ios: the components' points. */
  ios_property_use_score: z.number().nullable(),
  ios_site_utilization_score: z.number().nullable(),
  ios_lot_size_score: z.number().nullable(),
  ios_transportation_score: z.number().nullable(),
  /** ios: multiplier of the open-space penalty, and `property_score` times this multiplier. */
  ios_open_space_penalty: z.number().nullable(),
  ios_property_score_adjusted: z.number().nullable(),
  /** ios: applied last. */
  ios_environmental_multiplier: z.number().nullable(),
});
export type ScoreFields = z.infer<typeof scoreFields>;

/** A candidate with all its data and their source. */
export const candidateFacts = candidateFeatures.extend(scoredFields.shape).extend({
  dataset_name: z.string(),
  is_demo: z.boolean(),
  /** Layers behind its environmental data; null when all of it comes from the candidate's file. */
  environment: candidateEnvironment.nullable(),
  source: z.object({
    import_id: z.string(),
    file_name: z.string(),
    profile: z.string(),
    imported_at: z.string(),
  }),
});
export type CandidateFacts = z.infer<typeof candidateFacts>;

const candidateDetail = candidateFacts.extend(scoreFields.shape);
export type CandidateDetail = z.infer<typeof candidateDetail>;

export const candidateResponse = dataResponse(candidateDetail);

/** An event that changed a candidate's score in a scope. */
const scoreChange = z.object({
  /** Commit position in the event log, as a decimal number. */
  position: z.string(),
  at: z.string(),
  cause: z.enum(['imported', 'assessed', 'model', 'learned', 'classified', 'classification_removed']),
  by: z.object({ name: z.string(), role: actorRole }),
  classification: classification.nullable(),
  /** `learned`: number of classifications that the model was trained on. */
  judgements: z.int().optional(),
  /** Points with one decimal, null for N/A; missing without an earlier score. */
  before: z.number().nullable().optional(),
  score: z.number().nullable(),
});
export type ScoreChange = z.infer<typeof scoreChange>;

/** A page of score changes, newest first; `older` is the `before` parameter of the next page, null on the last one. */
export const scoreHistory = dataResponse(
  z.object({ changes: z.array(scoreChange), older: z.string().nullable() }),
);
export type ScoreHistory = z.infer<typeof scoreHistory>['data'];

export const filterOptions = dataResponse(
  z.object({
    zoningOptions: z.array(z.string()),
    /** ios: grades that occur, A first. */
    environmentalGradeOptions: z.array(environmentalGrade),
  }),
);
