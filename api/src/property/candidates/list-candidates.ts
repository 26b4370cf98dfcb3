import { DomainError } from '../../platform/errors.ts';
import { paginationOf } from '../../platform/http/pagination.ts';
import type { PropertyPorts } from '../ports.ts';
import type { FilterOptions } from './columns/messages.ts';
import {
  type CandidateFilters,
  type CandidateList,
  type CandidateListQuery,
  SORT_FIELDS,
  type SortField,
  STREET_FALLBACK,
} from './contract.ts';
import { type Criteria, criteriaOf, type ListWindow } from './criteria.ts';
import { streetOf } from './filters.ts';
import type { Hits } from './hits.ts';
import type { Listing } from './listing.ts';
import { totalOf } from './points-contract.ts';
import { gradeOptions, zoningOptions } from './queries.ts';
import { selectHits } from './select-hits.ts';
import { selectPage } from './select-page.ts';
import { selectPoints } from './select-points.ts';

declare module '../../platform/errors.ts' {
  interface ErrorData {
    UNKNOWN_SORT: { field: SortField };
  }
}

type Sources = Pick<PropertyPorts, 'pool' | 'columns'>;

/** Finds matches; when nothing matches a searched address, finds its street instead (spec 001 §2). */
async function findWithStreetFallback<T extends { readonly total: number }>(
  dataset: Listing,
  filters: CandidateFilters,
  find: (criteria: Criteria) => Promise<T>,
): Promise<{ result: T; isStreet: boolean }> {
  const criteria = criteriaOf(filters, dataset);
  const result = await find(criteria);
  const street = filters.search ? streetOf(filters.search) : undefined;
  if (result.total > 0 || street === undefined) return { result, isStreet: false };
  const onStreet = await find({ ...criteria, search: street });
  return onStreet.total > 0 ? { result: onStreet, isStreet: true } : { result, isStreet: false };
}

export async function findHits(
  { pool, columns }: Sources,
  dataset: Listing,
  filters: CandidateFilters,
  window: ListWindow,
): Promise<Hits> {
  assertSort(dataset, window.sortBy);
  const { result } = await findWithStreetFallback(
    dataset,
    filters,
    async (criteria) =>
      (await columns.execute({ kind: 'hits', snapshot: dataset, criteria, window })) ??
      (await selectHits(pool, dataset, criteria, window)),
  );
  return result;
}

export async function findPoints(
  { pool, columns }: Sources,
  dataset: Listing,
  filters: CandidateFilters,
): Promise<Uint8Array> {
  const { result } = await findWithStreetFallback(dataset, filters, async (criteria) => {
    const points =
      (await columns.execute({ kind: 'points', snapshot: dataset, criteria })) ??
      (await selectPoints(pool, dataset, criteria));
    return { points, total: totalOf(points) };
  });
  return result.points;
}

export async function listCandidates(
  { pool, columns }: Sources,
  dataset: Listing,
  query: CandidateListQuery,
): Promise<CandidateList> {
  const { page, limit, sortBy, sortOrder } = query;
  assertSort(dataset, sortBy);
  const window = { sortBy, sortOrder, limit, offset: (page - 1) * limit };
  const { result, isStreet } = await findWithStreetFallback(
    dataset,
    query,
    async (criteria) =>
      (await columns.execute({ kind: 'page', snapshot: dataset, criteria, window })) ??
      (await selectPage(pool, dataset, criteria, window)),
  );
  return {
    success: true,
    data: result.rows,
    pagination: paginationOf(query, result.total),
    searchFallbackUsed: isStreet,
    originalSearch: isStreet ? (query.search ?? null) : null,
    message: isStreet ? STREET_FALLBACK : null,
  };
}

/** Returns the filter values that occur in a dataset. */
export async function optionsOf({ pool, columns }: Sources, dataset: Listing): Promise<FilterOptions> {
  const criteria = criteriaOf({ datasetKey: dataset.datasetKey }, dataset);
  const options = await columns.execute({ kind: 'options', snapshot: dataset, criteria });
  if (options) return options;
  const [zoning, grades] = await Promise.all([zoningOptions(pool, dataset), gradeOptions(pool, dataset)]);
  return { zoningOptions: zoning, environmentalGradeOptions: grades };
}

function assertSort({ propertyType }: Listing, field: SortField): void {
  if ((SORT_FIELDS[propertyType] as readonly SortField[]).includes(field)) return;
  throw new DomainError('malformed', 'UNKNOWN_SORT', `This list cannot be sorted by ${field}.`, {
    data: { field },
  });
}
