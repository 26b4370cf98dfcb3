import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import { paginationOf } from '../http/pagination.ts';
import type { Options } from './columns/messages.ts';
import {
  type CandidateFilters,
  type CandidateList,
  type CandidateListQuery,
  SORT_FIELDS,
  type SortField,
  STREET_FALLBACK,
} from './contract.ts';
import { type Criteria, criteriaOf } from './criteria.ts';
import { streetOf } from './filters.ts';
import type { Hits } from './hits.ts';
import type { Listing } from './listing.ts';
import { selectPage } from './page.ts';
import { selectPoints } from './points.ts';
import { totalOf } from './points-contract.ts';
import { gradeOptions, zoningOptions } from './queries.ts';
import { selectHits } from './select.ts';
import type { Window } from './window.ts';

type Sources = Pick<Deps, 'pool' | 'columns'>;

/** What was found, and whether it is on the street of the house that was searched for. */
interface Found<T> {
  readonly of: T;
  readonly fellBack: boolean;
}

/** What filters find in a dataset; where nothing is at the house that was searched for, its street (spec 001 §2). */
async function findOrStreet<T extends { readonly total: number }>(
  dataset: Listing,
  filters: CandidateFilters,
  find: (criteria: Criteria) => Promise<T>,
): Promise<Found<T>> {
  const criteria = criteriaOf(filters, dataset);
  const found = await find(criteria);
  const street = filters.search ? streetOf(filters.search) : undefined;
  if (found.total > 0 || street === undefined) return { of: found, fellBack: false };
  const onStreet = await find({ ...criteria, search: street });
  return onStreet.total > 0 ? { of: onStreet, fellBack: true } : { of: found, fellBack: false };
}

/** All candidates of a list, in its order. */
export async function findHits(
  { pool, columns }: Sources,
  dataset: Listing,
  filters: CandidateFilters,
  window: Window,
): Promise<Hits> {
  assertSort(dataset, window.sortBy);
  const { of } = await findOrStreet(
    dataset,
    filters,
    async (criteria) =>
      (await columns.ask({ ask: 'hits', wanted: dataset, criteria, window })) ??
      (await selectHits(pool, dataset, criteria, window)),
  );
  return of;
}

/** Where the candidates of a list are, as it is sent. */
export async function findPoints(
  { pool, columns }: Sources,
  dataset: Listing,
  filters: CandidateFilters,
): Promise<Uint8Array> {
  const { of } = await findOrStreet(dataset, filters, async (criteria) => {
    const points =
      (await columns.ask({ ask: 'points', wanted: dataset, criteria })) ??
      (await selectPoints(pool, dataset, criteria));
    return { points, total: totalOf(points) };
  });
  return of.points;
}

/** A page of a dataset's candidates as a scope sees them. */
export async function listCandidates(
  { pool, columns }: Sources,
  dataset: Listing,
  query: CandidateListQuery,
): Promise<CandidateList> {
  const { page, limit, sortBy, sortOrder } = query;
  assertSort(dataset, sortBy);
  const window = { sortBy, sortOrder, limit, offset: (page - 1) * limit };
  const { of, fellBack } = await findOrStreet(
    dataset,
    query,
    async (criteria) =>
      (await columns.ask({ ask: 'page', wanted: dataset, criteria, window })) ??
      (await selectPage(pool, dataset, criteria, window)),
  );
  return {
    success: true,
    data: of.rows,
    pagination: paginationOf(query, of.total),
    searchFallbackUsed: fellBack,
    originalSearch: fellBack ? (query.search ?? null) : null,
    message: fellBack ? STREET_FALLBACK : null,
  };
}

/** What a list can be filtered by: the values that occur in it. */
export async function optionsOf({ pool, columns }: Sources, dataset: Listing): Promise<Options> {
  const criteria = criteriaOf({ datasetKey: dataset.datasetKey }, dataset);
  const options = await columns.ask({ ask: 'options', wanted: dataset, criteria });
  if (options) return options;
  const [zoning, grades] = await Promise.all([zoningOptions(pool, dataset), gradeOptions(pool, dataset)]);
  return { zoningOptions: zoning, environmentalGradeOptions: grades };
}

function assertSort({ propertyType }: Listing, field: SortField): void {
  if ((SORT_FIELDS[propertyType] as readonly SortField[]).includes(field)) return;
  throw new DomainError('malformed', 'UNKNOWN_SORT', `This list cannot be sorted by ${field}.`);
}
