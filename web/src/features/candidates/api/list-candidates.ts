import type { CandidateList } from '@landline/api/candidates/contract';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';
import type { ListState } from '../list-state.ts';

/** GET /api/geo/candidates: one page, filtered and sorted by the server. */
const listCandidates = (query: ListQuery, signal: AbortSignal) =>
  request<CandidateList>('/api/geo/candidates', { query, signal });

export type ListQuery = ListState & { datasetKey: string };

export const candidatesQuery = (query: ListQuery) =>
  queryOptions({
    queryKey: keys.candidates.list(query),
    queryFn: ({ signal }) => listCandidates(query, signal),
    placeholderData: keepPreviousData,
  });

/** A page of the list; the one before stays while another is on its way. */
export const useCandidates = (query: ListQuery, enabled = true) =>
  useQuery({ ...candidatesQuery(query), enabled });
