import type { CommonQueryMethods } from 'slonik';
import { DomainError } from '../errors.ts';
import {
  type CandidateFilters,
  type CandidateList,
  type CandidateListQuery,
  SORT_FIELDS,
  type SortField,
  STREET_FALLBACK,
} from './contract.ts';
import { streetOf } from './filters.ts';
import type { Hits } from './hits.ts';
import type { Listing } from './live-set.ts';
import { rowsOf } from './rows.ts';
import { selectHits, type Window } from './select.ts';

/** What filters keep of a list, and whether it is the street of the house that was searched for. */
export interface Found {
  readonly hits: Hits;
  readonly fellBack: boolean;
}

/** The candidates that a list shows, its street instead of a house that is not there (spec 001 §2). */
export async function findHits(
  db: CommonQueryMethods,
  dataset: Listing,
  filters: CandidateFilters,
  window: Window,
): Promise<Found> {
  assertSort(dataset, window.sortBy);
  const hits = await selectHits(db, dataset, filters, window);
  const street = filters.search ? streetOf(filters.search) : undefined;
  if (hits.total > 0 || street === undefined) return { hits, fellBack: false };
  const onStreet = await selectHits(db, dataset, { ...filters, search: street }, window);
  return onStreet.total > 0 ? { hits: onStreet, fellBack: true } : { hits, fellBack: false };
}

/** A page of a dataset's candidates as a scope sees them. */
export async function listCandidates(
  db: CommonQueryMethods,
  dataset: Listing,
  query: CandidateListQuery,
): Promise<CandidateList> {
  const { page, limit } = query;
  const { hits, fellBack } = await findHits(db, dataset, query, { ...query, offset: (page - 1) * limit });
  return {
    success: true,
    data: await rowsOf(db, hits),
    pagination: { page, limit, total: hits.total, totalPages: Math.ceil(hits.total / limit) },
    searchFallbackUsed: fellBack,
    originalSearch: fellBack ? (query.search ?? null) : null,
    message: fellBack ? STREET_FALLBACK : null,
  };
}

function assertSort({ propertyType }: Listing, field: SortField): void {
  if ((SORT_FIELDS[propertyType] as readonly SortField[]).includes(field)) return;
  throw new DomainError('malformed', 'UNKNOWN_SORT', `This list cannot be sorted by ${field}.`);
}
