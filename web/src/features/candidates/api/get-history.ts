import type { ScoreHistory } from '@landline/api/candidates/contract';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';

/** GET /api/geo/candidates/:id/history: what changed its score before a place in the log, newest first. */
async function getHistory(id: string, before: string | null, signal: AbortSignal): Promise<ScoreHistory> {
  const path = `/api/geo/candidates/${encodeURIComponent(id)}/history`;
  const { data } = await request<{ data: ScoreHistory }>(path, {
    signal,
    ...(before !== null && { query: { before } }),
  });
  return data;
}

const historyQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: keys.candidates.history(id),
    queryFn: ({ pageParam, signal }) => getHistory(id, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ older }) => older,
    select: ({ pages }) => pages.flatMap(({ changes }) => changes),
  });

/** What changed a candidate's score, piece by piece. */
export const useHistory = (id: string) => useInfiniteQuery(historyQuery(id));
