import {
  actorRole,
  candidateFeatures,
  classification,
  environmentalGrade,
  grade,
  propertyType,
} from '@landline/event-schemas';
import { z } from 'zod';
import { candidateEnvironment } from '../environment/contract.ts';
import { pagination } from '../http/pagination.ts';
import { numbersOf } from './area.ts';

export type { Breakdown } from '@landline/scoring-engine/breakdown';

/** Page size of the candidate list (spec 001 §9). */
export const PAGE_SIZE = 50;

/** What each kind of list may be sorted by (spec 001 §5). `score_na` lists the unscored first. */
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

/** The list's query string; numbers as text, lists joined by commas, absent when not filtered (spec 001 §5). */
export const candidateListQuery = z.object({
  datasetKey: z.string().min(1),
  page: z.coerce.number().int().min(1).default(1),
  limit: z.coerce.number().int().min(1).max(200).default(PAGE_SIZE),
  sortBy: sortField.default('score'),
  sortOrder: z.enum(['asc', 'desc']).default('desc'),
  minScore: filterNumber(0, 100).optional(),
  minBaseScore: filterNumber(0, 100).optional(),
  /** Percent of the lot that is open. */
  minOpenSpace: filterNumber(0, 100).optional(),
  /** Acres. */
  minLotSize: filterNumber(0, 100_000).optional(),
  minUnits: filterNumber(0, 100_000).optional(),
  minYearBuilt: year.optional(),
  maxYearBuilt: year.optional(),
  classification: classification.optional(),
  zoning: z.string().optional(),
  /** ios: one or several of A to F, joined by commas. */
  environmentalGrade: z
    .string()
    .regex(/^[A-F](,[A-F])*$/, 'An environmental grade is one of A to F.')
    .optional(),
  /** Part of a street address. */
  search: z.string().trim().max(200).optional(),
  /** Part of a parcel number, with or without its dashes. */
  apn: z.string().trim().max(60).optional(),
  /** Only what was imported for the first time since the caller's last visit (POST /api/geo/visits). */
  newOnly: z.literal('true').optional(),
  /** "Search this area": west, south, east, north in degrees, joined by commas. */
  bbox: z.string().refine(isBox, 'An area is four numbers: west, south, east, north.').optional(),
  /** A drawn area: longitude and latitude of 3 to 200 corners in turn, joined by commas; it closes by itself. */
  area: z
    .string()
    .refine(isArea, 'A drawn area has 3 to 200 corners, each a longitude and a latitude.')
    .optional(),
});
export type CandidateListQuery = z.infer<typeof candidateListQuery>;

/** What filters a list, whatever its order and page. */
export const candidateFilters = candidateListQuery.omit({
  page: true,
  limit: true,
  sortBy: true,
  sortOrder: true,
});
export type CandidateFilters = z.infer<typeof candidateFilters>;

/** The lowest score of an export that names none (spec 001 §9). The page always names its own, 0 too. */
export const EXPORT_MIN_SCORE = 85;

/** GET /api/geo/candidates/export/csv: the filters and the order of a list; all its pages (spec 001 §7). */
export const candidateExportQuery = candidateListQuery
  .omit({ page: true, limit: true })
  .extend({ minScore: filterNumber(0, 100).default(EXPORT_MIN_SCORE) });

/** What a list says beside a street that is shown instead of the house searched for (spec 001 §2). */
export const STREET_FALLBACK = 'No exact match for the search. Showing all properties on the same street.';

/** What is derived from events beside a candidate's features. `score` has one decimal; null is N/A. */
const judged = z.object({
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
  .extend(judged.shape)
  /** In milliseconds since 1970; null while the read model is built again. */
  .extend({ first_imported_at: z.number().nullable() });
export type CandidateRow = z.infer<typeof candidateRow>;

export const candidateList = z.object({
  success: z.literal(true),
  data: z.array(candidateRow),
  pagination,
  /** True when nothing matched the address searched for and its street is shown instead (spec 001 §2). */
  searchFallbackUsed: z.boolean(),
  originalSearch: z.string().nullable(),
  /** Said beside the list: `STREET_FALLBACK`. */
  message: z.string().nullable(),
});
export type CandidateList = z.infer<typeof candidateList>;

/**
 * What a score is made of, under the names that the specification gives a candidate's fields (spec 001 §3). Null for a
 * candidate of the other property type, and while what was imported or assessed waits to be scored.
 */
export const scoreFields = z.object({
  /** adu: what each penalty multiplied the score by, 1 when it took nothing. */
  unit_count_penalty_multiplier: z.number().nullable(),
  townhouse_penalty_multiplier: z.number().nullable(),
  courtyard_penalty_multiplier: z.number().nullable(),
  /** ios: the components' points. */
  ios_property_use_score: z.number().nullable(),
  ios_site_utilization_score: z.number().nullable(),
  ios_lot_size_score: z.number().nullable(),
  ios_transportation_score: z.number().nullable(),
  /** ios: the multiplier of the open-space penalty, and `property_score` times it. */
  ios_open_space_penalty: z.number().nullable(),
  ios_property_score_adjusted: z.number().nullable(),
  /** ios: what comes after it. */
  ios_environmental_multiplier: z.number().nullable(),
});
export type ScoreFields = z.infer<typeof scoreFields>;

/** One candidate with all its facts, and where they came from. */
export const candidateFacts = candidateFeatures.extend(judged.shape).extend({
  dataset_name: z.string(),
  is_demo: z.boolean(),
  /** The layers around it; null when none says anything. What is not of a layer is of the candidate's own file. */
  environment: candidateEnvironment.nullable(),
  source: z.object({
    import_id: z.string(),
    file_name: z.string(),
    profile: z.string(),
    imported_at: z.string(),
  }),
});
export type CandidateFacts = z.infer<typeof candidateFacts>;

/** The same with what its score is made of. */
export const candidateDetail = candidateFacts.extend(scoreFields.shape);
export type CandidateDetail = z.infer<typeof candidateDetail>;

export const candidateResponse = z.object({ success: z.literal(true), data: candidateDetail });

/** Something that changed a candidate's score as a scope sees it. */
export const scoreChange = z.object({
  /** Where in the log, a decimal number. */
  position: z.string(),
  at: z.string(),
  cause: z.enum(['imported', 'assessed', 'model', 'learned', 'classified', 'classification_removed']),
  by: z.object({ name: z.string(), role: actorRole }),
  classification: classification.nullable(),
  /** `learned`: from how many judgements. */
  judgements: z.int().optional(),
  /** Points with one decimal, null for N/A; missing when there was no score before. */
  before: z.number().nullable().optional(),
  score: z.number().nullable(),
});
export type ScoreChange = z.infer<typeof scoreChange>;

/** Newest first; `older` is what `before` has to be to read on, null at the end. */
export const scoreHistory = z.object({
  success: z.literal(true),
  data: z.object({ changes: z.array(scoreChange), older: z.string().nullable() }),
});
export type ScoreHistory = z.infer<typeof scoreHistory>['data'];

export const filterOptions = z.object({
  success: z.literal(true),
  data: z.object({
    zoningOptions: z.array(z.string()),
    /** ios: the grades that occur, A first. */
    environmentalGradeOptions: z.array(environmentalGrade),
  }),
});
