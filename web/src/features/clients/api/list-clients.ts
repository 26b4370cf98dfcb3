import type { ClientRecord } from '@landline/api/clients/contract';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';
import { useIsStaff } from '../../session/context.ts';

/** GET /api/ai/clients: by name, without the closed ones. */
const listClients = (signal: AbortSignal) => request<ClientRecord[]>('/api/ai/clients', { signal });

export function useClients(wanted = true) {
  const may = useIsStaff('SuperAdmin', 'Admin');
  return useQuery({
    queryKey: keys.clients.list(),
    queryFn: ({ signal }) => listClients(signal),
    enabled: wanted && may,
  });
}
