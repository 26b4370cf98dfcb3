import type { Breakdown } from '@landline/api/candidates/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';

/** GET /api/geo/candidates/:id/breakdown */
async function getBreakdown(id: string, signal: AbortSignal): Promise<Breakdown> {
  const path = `/api/geo/candidates/${encodeURIComponent(id)}/breakdown`;
  const { data } = await request<{ data: Breakdown }>(path, { signal });
  return data;
}

export const breakdownQuery = (id: string) =>
  queryOptions({
    queryKey: keys.candidates.breakdown(id),
    queryFn: ({ signal }) => getBreakdown(id, signal),
  });

/** Why a candidate has its score; a failure is tolerated (spec 001 §7). */
export const useBreakdown = (id: string) => useQuery(breakdownQuery(id));
