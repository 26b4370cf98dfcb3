import type { CandidateList } from '@landline/api/property/candidates/contract';

/** A candidate and its page of the list. */
export interface ListPosition {
  id: string;
  page: number;
}

export interface AdjacentCandidates {
  previous: ListPosition | null;
  next: ListPosition | null;
  /** Position in the list, from 1. */
  position: number;
  total: number;
}

type ListPage = Pick<CandidateList, 'data' | 'pagination'>;

/**
 * Returns the pages to load for the previous and the next candidate. Each is null if that candidate is on this page or
 * does not exist.
 */
export function adjacentPages({ data, pagination: { page, totalPages } }: ListPage, id: string) {
  const index = data.findIndex((row) => row.id === id);
  return {
    before: index === 0 && page > 1 ? page - 1 : null,
    after: index >= 0 && index === data.length - 1 && page < totalPages ? page + 1 : null,
  };
}

/** Returns the candidates before and after a candidate; null if the candidate is not on this page of the list. */
export function adjacentCandidates(
  list: ListPage,
  id: string,
  before: ListPage | undefined,
  after: ListPage | undefined,
): AdjacentCandidates | null {
  const { data, pagination } = list;
  const index = data.findIndex((row) => row.id === id);
  if (index < 0) return null;
  const positionOf = (page: number, row: { id: string } | undefined): ListPosition | null =>
    row ? { id: row.id, page } : null;
  const { page, limit, total } = pagination;
  return {
    previous: index > 0 ? positionOf(page, data[index - 1]) : positionOf(page - 1, before?.data.at(-1)),
    next: index < data.length - 1 ? positionOf(page, data[index + 1]) : positionOf(page + 1, after?.data[0]),
    position: (page - 1) * limit + index + 1,
    total,
  };
}
