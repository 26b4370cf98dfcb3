import type { visitResponse } from '@landline/api/visits/contract';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';

/** POST /api/geo/visits */
const visitDataset = (datasetKey: string) =>
  request<z.infer<typeof visitResponse>>('/api/geo/visits', { method: 'POST', body: { datasetKey } });

/**
 * Tells once that a dataset is looked at, and learns when it was before, in milliseconds; null: never. A failure is
 * tolerated: then nothing is marked.
 */
export function useVisit(datasetKey: string, isLooking: boolean): number | null {
  const { data } = useQuery({
    queryKey: keys.visits.of(datasetKey),
    queryFn: () => visitDataset(datasetKey),
    select: ({ data: { since } }) => (since === null ? null : Date.parse(since)),
    enabled: isLooking,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return data ?? null;
}
