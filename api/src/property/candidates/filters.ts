import type { SortField } from './contract.ts';
import type { Criteria } from './criteria.ts';

/** A column that lists are filtered or sorted by, and the table that stores it. */
type FilterColumn =
  | {
      readonly table: 'candidate';
      readonly column: 'open_ratio' | 'parcel_area' | 'units' | 'year_built' | 'first_imported_at';
    }
  | { readonly table: 'score'; readonly column: 'score_tenths' | 'property_score_tenths' };

/** Comparison of a filter, by the type of its value. Null never matches. */
export type Filter =
  | ({ readonly kind: 'minimum' | 'maximum' } & FilterColumn)
  | { readonly kind: 'oneOf'; readonly table: 'candidate'; readonly column: 'zip_code' | 'zoning_code' }
  | { readonly kind: 'oneOf'; readonly table: 'score'; readonly column: 'environmental_grade' }
  | { readonly kind: 'contains'; readonly table: 'candidate'; readonly column: 'street_address' | 'apn' }
  | { readonly kind: 'classification'; readonly table: 'classification' }
  | { readonly kind: 'area'; readonly table: 'candidate' };

/**
 * Every filter of the candidate list. Single source for both implementations of a list: `matchingRows` (columns in
 * memory) and `conditionsOf` (SQL). Ordered by cost, so that few strings are read.
 */
export const FILTERS = {
  classification: { kind: 'classification', table: 'classification' },
  scoreTenths: { kind: 'minimum', table: 'score', column: 'score_tenths' },
  propertyScoreTenths: { kind: 'minimum', table: 'score', column: 'property_score_tenths' },
  openRatio: { kind: 'minimum', table: 'candidate', column: 'open_ratio' },
  parcelArea: { kind: 'minimum', table: 'candidate', column: 'parcel_area' },
  units: { kind: 'minimum', table: 'candidate', column: 'units' },
  builtFrom: { kind: 'minimum', table: 'candidate', column: 'year_built' },
  builtTo: { kind: 'maximum', table: 'candidate', column: 'year_built' },
  importedFrom: { kind: 'minimum', table: 'candidate', column: 'first_imported_at' },
  importedTo: { kind: 'maximum', table: 'candidate', column: 'first_imported_at' },
  zips: { kind: 'oneOf', table: 'candidate', column: 'zip_code' },
  zoningCodes: { kind: 'oneOf', table: 'candidate', column: 'zoning_code' },
  environmentalGrades: { kind: 'oneOf', table: 'score', column: 'environmental_grade' },
  area: { kind: 'area', table: 'candidate' },
  apn: { kind: 'contains', table: 'candidate', column: 'apn' },
  search: { kind: 'contains', table: 'candidate', column: 'street_address' },
} as const satisfies Record<keyof Criteria, Filter>;

/** Characters that a search in a text column ignores; one definition for the stored columns and for SQL. */
export const IGNORED_CHARACTERS = { street_address: '', apn: '- ' } as const;

/** An entry of `FILTERS` with the requested value. */
export type ActiveFilter = {
  [K in keyof Criteria]-?: (typeof FILTERS)[K] & { readonly value: NonNullable<Criteria[K]> };
}[keyof Criteria];

/** Returns the filters that are on, in the order of `FILTERS`. */
export const activeFilters = (criteria: Criteria): ActiveFilter[] =>
  (Object.keys(FILTERS) as (keyof Criteria)[]).flatMap((name) => {
    const value = criteria[name];
    return value === undefined ? [] : ({ ...FILTERS[name], value } as ActiveFilter); // `name` indexes both, so the value has the filter's type
  });

/** Order of a sort field: missing values last, then by candidate id. With `isByAbsence`, only whether the score is missing counts. */
type Sort =
  | {
      readonly table: 'score';
      readonly column: 'score_tenths' | 'property_score_tenths';
      readonly isByAbsence?: true;
    }
  | {
      readonly table: 'candidate';
      readonly column: 'parcel_area' | 'open_area' | 'open_ratio' | 'street_address';
    };

/** Every sort field, for columns in memory and for SQL. Strings sort by code point in both. */
export const SORTS = {
  score: { table: 'score', column: 'score_tenths' },
  property_score: { table: 'score', column: 'property_score_tenths' },
  score_na: { table: 'score', column: 'score_tenths', isByAbsence: true },
  parcel_area: { table: 'candidate', column: 'parcel_area' },
  open_area: { table: 'candidate', column: 'open_area' },
  open_ratio: { table: 'candidate', column: 'open_ratio' },
  address: { table: 'candidate', column: 'street_address' },
} as const satisfies Record<SortField, Sort>;

export type ScoreSort = {
  [K in SortField]: (typeof SORTS)[K]['table'] extends 'score' ? K : never;
}[SortField];

/**
 * Returns the street of a searched address without its house number and unit, or undefined if the search has neither:
 * "Main St" for "120 Main St #4" (spec 001 §2, street fallback).
 */
export function streetOf(search: string): string | undefined {
  const street = search
    .replace(/^\s*\d+[A-Za-z]?(-\d+)?\s+/, '')
    .replace(/\s*(#|\b(apt|unit|suite|ste)\b).*$/i, '')
    .trim();
  return street !== '' && street !== search.trim() ? street : undefined;
}
