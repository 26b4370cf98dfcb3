import { type Classification, SQFT_PER_ACRE } from '@landline/event-schemas';
import { type Area, areaOf } from './area.ts';
import type { CandidateFilters, CandidateListQuery } from './contract.ts';

/** Filter values in stored units; an undefined filter is off. `FILTERS` defines each comparison. */
export interface Criteria {
  readonly scoreTenths?: number;
  readonly propertyScoreTenths?: number;
  readonly openRatio?: number;
  readonly parcelArea?: number;
  readonly units?: number;
  readonly builtFrom?: number;
  readonly builtTo?: number;
  readonly zoningCodes?: readonly string[];
  readonly environmentalGrades?: readonly string[];
  /** Part of a street address; case-insensitive. */
  readonly search?: string;
  /** Part of a parcel number without dashes and blanks; case-insensitive. */
  readonly apn?: string;
  readonly classification?: Classification;
  readonly area?: Area;
  /** Earliest and latest time of the first import, in milliseconds since 1970. */
  readonly importedFrom?: number;
  readonly importedTo?: number;
  /** ZIP codes that the caller has access to. */
  readonly zips?: readonly string[];
}

/** Order of a list, and the part of it to return; a null limit returns the rest. */
export interface ListWindow extends Pick<CandidateListQuery, 'sortBy' | 'sortOrder'> {
  readonly offset: number;
  readonly limit: number | null;
}

/** Converts points to tenths, the unit of stored scores, and rounds up. */
const tenths = (score: number) => Math.ceil(score * 10 - 1e-9);

/** Converts query parameters to criteria (spec 001 §5). A minimum of 0 turns its filter off, which keeps N/A rows too. */
export function criteriaOf(
  query: CandidateFilters,
  { zips, newSince }: { zips?: readonly string[]; newSince?: number },
): Criteria {
  const apn = query.apn?.replaceAll(/[\s-]/g, '');
  const area = areaOf(query);
  return {
    ...(query.minScore && { scoreTenths: tenths(query.minScore) }),
    ...(query.minBaseScore && { propertyScoreTenths: tenths(query.minBaseScore) }),
    ...(query.minOpenSpace && { openRatio: query.minOpenSpace / 100 }),
    ...(query.minLotSize && { parcelArea: query.minLotSize * SQFT_PER_ACRE }),
    ...(query.minUnits && { units: query.minUnits }),
    ...(query.minYearBuilt && { builtFrom: query.minYearBuilt }),
    ...(query.maxYearBuilt && { builtTo: query.maxYearBuilt }),
    // Either a list joined by commas (spec 001 §5), or one code that contains commas.
    ...(query.zoning && {
      zoningCodes: [query.zoning, ...query.zoning.split(',').filter((code) => code !== '')],
    }),
    ...(query.environmentalGrade && { environmentalGrades: query.environmentalGrade.split(',') }),
    ...(query.search && { search: query.search }),
    ...(apn && { apn }),
    ...(query.classification && { classification: query.classification }),
    ...(area && { area }),
    // Nothing is new on a first visit.
    ...(query.newOnly && { importedFrom: (newSince ?? Number.MAX_SAFE_INTEGER) + 1 }),
    ...(zips && { zips }),
  };
}
