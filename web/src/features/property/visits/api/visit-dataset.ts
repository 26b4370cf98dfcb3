import type { visitResponse } from '@landline/api/property/visits/contract';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { requestData } from '../../../../shared/http/request.ts';

/**
 * POST /api/geo/visits: records a visit and returns the time of the previous one, in milliseconds since 1970; null if
 * there was none. After a failure, no candidate is marked as new.
 */
export function useVisit(datasetKey: string, enabled: boolean): number | null {
  const { data } = useQuery({
    queryKey: ['visits', datasetKey],
    queryFn: () =>
      requestData<z.infer<typeof visitResponse>['data']>('/api/geo/visits', {
        method: 'POST',
        body: { datasetKey },
      }),
    select: ({ since }) => (since === null ? null : Date.parse(since)),
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return data ?? null;
}
