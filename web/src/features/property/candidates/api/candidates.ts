import type {
  Breakdown,
  CandidateDetail,
  CandidateList,
  filterOptions,
  ScoreHistory,
} from '@landline/api/property/candidates/contract';
import {
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQueries,
  useQuery,
} from '@tanstack/react-query';
import type { z } from 'zod';
import { request, requestData, requestDownload } from '../../../../shared/http/request.ts';
import { saveFile } from '../../../../shared/http/save-file.ts';
import { useGetData } from '../../../../shared/http/use-get.ts';
import { dataQuery } from '../../data-query.ts';
import { datasetKeys } from '../../datasets/keys.ts';
import type { ComparedCandidate } from '../comparison.ts';
import { candidateKeys } from '../keys.ts';
import { filtersOf, type ListState } from '../list-state.ts';

const CANDIDATES = '/api/geo/candidates';
const pathOf = (id: string) => `${CANDIDATES}/${encodeURIComponent(id)}`;

type ListQuery = ListState & { datasetKey: string };

/** GET /api/geo/candidates: one page, filtered and sorted by the server. */
export const candidatesQuery = (query: ListQuery) =>
  queryOptions({
    queryKey: candidateKeys.list(query),
    queryFn: ({ signal }) => request<CandidateList>(CANDIDATES, { query, signal }),
    placeholderData: keepPreviousData,
  });

/** Queries a page of the list; the previous page stays until the new one has loaded. */
export const useCandidates = (query: ListQuery, enabled = true) =>
  useQuery({ ...candidatesQuery(query), enabled });

/** GET /api/geo/candidates: the best matches for a property address. */
export const searchCandidatesQuery = (query: { datasetKey: string; search: string; limit: number }) =>
  queryOptions({
    queryKey: candidateKeys.list(query),
    queryFn: ({ signal }) => request<CandidateList>(CANDIDATES, { query, signal }),
  });

/** GET /api/geo/candidates/filter-options: the values that a dataset can be filtered by. */
export const useFilterOptions = (datasetKey: string) =>
  useGetData<z.infer<typeof filterOptions>['data']>(
    datasetKeys.filterOptions(datasetKey),
    `${CANDIDATES}/filter-options`,
    { query: { datasetKey }, staleTime: 300_000 },
  );

/** Returns the query of an export: the list's filters and order, and always a minimum score, even 0 (spec 001 §9). */
export function exportQuery(datasetKey: string, state: ListState) {
  const { sortBy, sortOrder } = state;
  return { datasetKey, ...filtersOf(state), sortBy, sortOrder, minScore: state.minScore ?? 0 };
}

/** GET /api/geo/candidates/export/csv: all filtered candidates as a file that the server names. */
export const useExportCandidates = (datasetKey: string, state: ListState) =>
  useMutation({
    mutationFn: async () =>
      saveFile(
        await requestDownload(`${CANDIDATES}/export/csv`, {
          query: exportQuery(datasetKey, state),
          headers: { Accept: 'text/csv' },
        }),
      ),
  });

/** GET /api/geo/candidates/:id */
export const candidateQuery = (id: string) => dataQuery<CandidateDetail>(candidateKeys.one(id), pathOf(id));

export const useCandidate = (id: string) => useQuery(candidateQuery(id));

/** GET /api/geo/candidates/:id/breakdown */
export const breakdownQuery = (id: string) =>
  dataQuery<Breakdown>(candidateKeys.breakdown(id), `${pathOf(id)}/breakdown`);

/** Queries the breakdown of a candidate's score; pages work without it (spec 001 §7). */
export const useBreakdown = (id: string) => useQuery(breakdownQuery(id));

/** Queries several candidates with their breakdowns; a breakdown that fails is left undefined (spec 001 §7). */
export function useComparedCandidates(ids: readonly string[]) {
  const breakdowns = useQueries({ queries: ids.map(breakdownQuery) });
  return useQueries({
    queries: ids.map(candidateQuery),
    combine: (results) => ({
      candidates: results.flatMap(({ data }, index): ComparedCandidate[] =>
        data ? [{ candidate: data, breakdown: breakdowns[index]?.data }] : [],
      ),
      isPending: results.some(({ isPending }) => isPending),
      error: results.find(({ data, error }) => error && !data)?.error ?? null,
      refetch: () => Promise.all(results.map((result) => result.refetch())),
    }),
  });
}

/** GET /api/geo/candidates/:id/history: score changes before a log position, newest first. */
export const useHistory = (id: string) =>
  useInfiniteQuery({
    queryKey: candidateKeys.history(id),
    queryFn: ({ pageParam: before, signal }) =>
      requestData<ScoreHistory>(`${pathOf(id)}/history`, { query: { before }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ older }) => older,
    select: ({ pages }) => pages.flatMap(({ changes }) => changes),
  });
