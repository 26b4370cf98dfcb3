import type { filterOptions } from '@landline/api/candidates/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';

/** GET /api/geo/candidates/filter-options */
async function getFilterOptions(datasetKey: string, signal: AbortSignal) {
  const { data } = await request<z.infer<typeof filterOptions>>('/api/geo/candidates/filter-options', {
    query: { datasetKey },
    signal,
  });
  return data;
}

const filterOptionsQuery = (datasetKey: string) =>
  queryOptions({
    queryKey: keys.datasets.filterOptions(datasetKey),
    queryFn: ({ signal }) => getFilterOptions(datasetKey, signal),
    staleTime: 300_000,
  });

/** The values that a dataset can be filtered by. */
export const useFilterOptions = (datasetKey: string) => useQuery(filterOptionsQuery(datasetKey));
