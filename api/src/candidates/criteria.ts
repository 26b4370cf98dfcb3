import { type Classification, SQFT_PER_ACRE } from '@landline/event-schemas';
import { type Area, areaOf } from './area.ts';
import type { CandidateFilters } from './contract.ts';

/** What a candidate has to be to be on a list, in the units that it is stored in; what is undefined is not asked for. */
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
  /** Part of a street address, in whatever case. */
  readonly search?: string;
  /** Part of a parcel number, in whatever case, without what only sets its digits apart. */
  readonly apn?: string;
  readonly classification?: Classification;
  readonly area?: Area;
  /** Imported for the first time after that, in milliseconds since 1970. */
  readonly importedAfter?: number;
  /** And not after that. */
  readonly importedUntil?: number;
  /** As far as the caller may see. */
  readonly zips?: readonly string[];
}

/** Tenths, as scores are stored. */
const tenths = (score: number) => Math.ceil(score * 10 - 1e-9);

/**
 * What a query string asks for of what its caller may see (spec 001 §5). A minimum of 0 asks for nothing: it keeps what is
 * N/A too.
 */
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
    // A list joined by commas (spec 001 §5), or one code that has commas of its own.
    ...(query.zoning && {
      zoningCodes: [query.zoning, ...query.zoning.split(',').filter((code) => code !== '')],
    }),
    ...(query.environmentalGrade && { environmentalGrades: query.environmentalGrade.split(',') }),
    ...(query.search && { search: query.search }),
    ...(apn && { apn }),
    ...(query.classification && { classification: query.classification }),
    ...(area && { area }),
    // At somebody's first visit nothing is new.
    ...(query.newOnly && { importedAfter: newSince ?? Number.MAX_SAFE_INTEGER }),
    ...(zips && { zips }),
  };
}
