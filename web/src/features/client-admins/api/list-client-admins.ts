import type { ClientAdmin, clientAdminsAnswer } from '@landline/api/identity/contract';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';
import { useIsStaff } from '../../session/context.ts';

/** GET /api/client-admin/get-all-client-admins */
async function listClientAdmins(signal: AbortSignal): Promise<ClientAdmin[]> {
  const { admins } = await request<z.infer<typeof clientAdminsAnswer>>(
    '/api/client-admin/get-all-client-admins',
    { signal },
  );
  return admins;
}

export function useClientAdmins() {
  const enabled = useIsStaff('SuperAdmin');
  return useQuery({
    queryKey: keys.clientAdmins.list(),
    queryFn: ({ signal }) => listClientAdmins(signal),
    enabled,
  });
}
