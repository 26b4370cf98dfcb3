import type { ModelInForce } from '@landline/api/scoring/contract';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';

/** GET /api/geo/scoring/model */
async function getModel(scope: string | undefined, signal: AbortSignal): Promise<ModelInForce> {
  const { data } = await request<{ data: ModelInForce }>('/api/geo/scoring/model', {
    query: { scope },
    signal,
  });
  return data;
}

const modelQuery = (scope: string | undefined) =>
  queryOptions({
    queryKey: keys.scoring.model(scope),
    queryFn: ({ signal }) => getModel(scope, signal),
    placeholderData: keepPreviousData,
  });

/** The scoring model in force; of a scope, with what its classifications taught. */
export const useModel = (scope?: string) => useQuery(modelQuery(scope));
