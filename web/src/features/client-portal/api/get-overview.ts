import type { DashboardOverview } from '@landline/api/clients/contract';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';

/** GET /api/ai/client-dashboard/overview: of the client that is signed in, or acted as. */
async function getOverview(signal: AbortSignal): Promise<DashboardOverview['data']> {
  const { data } = await request<DashboardOverview>('/api/ai/client-dashboard/overview', { signal });
  return data;
}

export const useOverview = (clientId: string) =>
  useQuery({ queryKey: keys.clients.overview(clientId), queryFn: ({ signal }) => getOverview(signal) });
