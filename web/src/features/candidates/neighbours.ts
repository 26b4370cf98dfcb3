import type { CandidateList } from '@landline/api/candidates/contract';

/** A candidate beside another in a list, and the page of the list that it stands on. */
export interface Neighbour {
  id: string;
  page: number;
}

export interface Neighbours {
  previous: Neighbour | null;
  next: Neighbour | null;
  /** Its place in the list, from 1. */
  at: number;
  total: number;
}

type ListPage = Pick<CandidateList, 'data' | 'pagination'>;

/** Which pages beside `page` have to be known to tell the neighbours of a candidate. */
export function pagesBeside({ data, pagination: { page, totalPages } }: ListPage, id: string) {
  const index = data.findIndex((row) => row.id === id);
  return {
    before: index === 0 && page > 1 ? page - 1 : null,
    after: index >= 0 && index === data.length - 1 && page < totalPages ? page + 1 : null,
  };
}

/** Who stands before and after a candidate in a list; null when it is not on this page of it. */
export function neighboursOf(
  list: ListPage,
  id: string,
  before: ListPage | undefined,
  after: ListPage | undefined,
): Neighbours | null {
  const { data, pagination } = list;
  const index = data.findIndex((row) => row.id === id);
  if (index < 0) return null;
  const on = (page: number, row: { id: string } | undefined): Neighbour | null =>
    row ? { id: row.id, page } : null;
  const { page, limit, total } = pagination;
  return {
    previous: index > 0 ? on(page, data[index - 1]) : on(page - 1, before?.data.at(-1)),
    next: index < data.length - 1 ? on(page, data[index + 1]) : on(page + 1, after?.data[0]),
    at: (page - 1) * limit + index + 1,
    total,
  };
}
