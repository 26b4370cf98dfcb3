import type { ClientRecord } from '@landline/api/clients/contract';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';
import { useIsStaff } from '../../session/context.ts';

/** GET /api/ai/clients/:id */
const getClient = (clientId: string, signal: AbortSignal) =>
  request<ClientRecord>(`/api/ai/clients/${encodeURIComponent(clientId)}`, { signal });

export function useClientRecord(clientId: string) {
  const enabled = useIsStaff('SuperAdmin', 'Admin');
  return useQuery({
    queryKey: keys.clients.one(clientId),
    queryFn: ({ signal }) => getClient(clientId, signal),
    enabled,
  });
}
