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
import { selectPoints } from './points.ts';
import { totalOf } from './points-contract.ts';
import { gradeOptions, zoningOptions } from './queries.ts';
import { rowsOf } from './rows.ts';
import { selectHits } from './select.ts';
import type { Window } from './window.ts';

/** What filters keep of a list, and whether it is the street of the house that was searched for. */
export interface Found {
  readonly hits: Hits;
  readonly fellBack: boolean;
}

type Sources = Pick<Deps, 'pool' | 'columns'>;

/** Those that meet the criteria: from columns in memory where these are at hand, else from the database. */
async function hitsOf(
  { pool, columns }: Sources,
  dataset: Listing,
  criteria: Criteria,
  window: Window,
): Promise<Hits> {
  const question = { ask: 'hits', wanted: dataset, criteria, window } as const;
  return (await columns.ask(question)) ?? (await selectHits(pool, dataset, criteria, window));
}

/** The candidates that a list shows, its street instead of a house that is not there (spec 001 §2). */
export async function findHits(
  sources: Sources,
  dataset: Listing,
  filters: CandidateFilters,
  window: Window,
): Promise<Found> {
  assertSort(dataset, window.sortBy);
  const criteria = criteriaOf(filters, dataset);
  const hits = await hitsOf(sources, dataset, criteria, window);
  const street = filters.search ? streetOf(filters.search) : undefined;
  if (hits.total > 0 || street === undefined) return { hits, fellBack: false };
  const onStreet = await hitsOf(sources, dataset, { ...criteria, search: street }, window);
  return onStreet.total > 0 ? { hits: onStreet, fellBack: true } : { hits, fellBack: false };
}

/** Where the candidates of a list are, as it is sent. */
export async function findPoints(
  sources: Sources,
  dataset: Listing,
  filters: CandidateFilters,
): Promise<Uint8Array> {
  const criteria = criteriaOf(filters, dataset);
  const points = async (asked: Criteria) =>
    (await sources.columns.ask({ ask: 'points', wanted: dataset, criteria: asked })) ??
    (await selectPoints(sources.pool, dataset, asked));
  const found = await points(criteria);
  const street = filters.search ? streetOf(filters.search) : undefined;
  if (street === undefined || totalOf(found) > 0) return found;
  return await points({ ...criteria, search: street });
}

/** A page of a dataset's candidates as a scope sees them. */
export async function listCandidates(
  sources: Sources,
  dataset: Listing,
  query: CandidateListQuery,
): Promise<CandidateList> {
  const { page, limit, sortBy, sortOrder } = query;
  const window = { sortBy, sortOrder, limit, offset: (page - 1) * limit };
  const { hits, fellBack } = await findHits(sources, dataset, query, window);
  return {
    success: true,
    data: await rowsOf(sources.pool, hits),
    pagination: paginationOf(query, hits.total),
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
