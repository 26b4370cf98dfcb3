import type { CandidateDetail, candidateResponse } from '@landline/api/candidates/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';

/** GET /api/geo/candidates/:id */
async function getCandidate(id: string, signal: AbortSignal): Promise<CandidateDetail> {
  const path = `/api/geo/candidates/${encodeURIComponent(id)}`;
  const { data } = await request<z.infer<typeof candidateResponse>>(path, { signal });
  return data;
}

export const candidateQuery = (id: string) =>
  queryOptions({ queryKey: keys.candidates.one(id), queryFn: ({ signal }) => getCandidate(id, signal) });

export const useCandidate = (id: string) => useQuery(candidateQuery(id));
