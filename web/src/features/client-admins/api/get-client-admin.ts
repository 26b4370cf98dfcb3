import type { ClientAdmin, clientAdminAnswer } from '@landline/api/identity/contract';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';
import { useIsStaff } from '../../session/context.ts';

/** GET /api/client-admin/get-client-admin/:adminId */
async function getClientAdmin(adminId: string, signal: AbortSignal): Promise<ClientAdmin> {
  const { admin } = await request<z.infer<typeof clientAdminAnswer>>(
    `/api/client-admin/get-client-admin/${encodeURIComponent(adminId)}`,
    { signal },
  );
  return admin;
}

export function useClientAdmin(adminId: string) {
  const enabled = useIsStaff('SuperAdmin');
  return useQuery({
    queryKey: keys.clientAdmins.one(adminId),
    queryFn: ({ signal }) => getClientAdmin(adminId, signal),
    enabled,
  });
}
