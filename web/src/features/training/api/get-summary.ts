import type { TrainingSummary } from '@landline/api/training/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';

/** GET /api/geo/training/summary */
async function getSummary(scope: string, signal: AbortSignal): Promise<TrainingSummary> {
  const { data } = await request<{ data: TrainingSummary }>('/api/geo/training/summary', {
    query: { scope },
    signal,
  });
  return data;
}

/** Whose judgements train what, and the reasons that those of a scope name. */
export const useTrainingSummary = (scope: string) =>
  useQuery({
    queryKey: keys.training.summary(scope),
    queryFn: ({ signal }) => getSummary(scope, signal),
    placeholderData: keepPreviousData,
  });
