import type { ModelInForce } from '@landline/api/scoring/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';

/** GET /api/geo/scoring/model */
async function getModel(signal: AbortSignal): Promise<ModelInForce> {
  const { data } = await request<{ data: ModelInForce }>('/api/geo/scoring/model', { signal });
  return data;
}

const modelQuery = () =>
  queryOptions({ queryKey: keys.scoring.model(), queryFn: ({ signal }) => getModel(signal) });

/** The scoring model in force. */
export const useModel = () => useQuery(modelQuery());
