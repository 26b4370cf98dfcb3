import type { ClientAdminChangeBody, clientAdminChanged } from '@landline/api/identity/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';

/** PUT /api/client-admin/update-client-admin/:adminId */
const updateClientAdmin = (adminId: string, body: ClientAdminChangeBody) =>
  request<z.infer<typeof clientAdminChanged>>(
    `/api/client-admin/update-client-admin/${encodeURIComponent(adminId)}`,
    { method: 'PUT', body },
  );

export function useUpdateClientAdmin(adminId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ClientAdminChangeBody) => updateClientAdmin(adminId, body),
    onSuccess: async ({ admin }) => {
      queryClient.setQueryData(keys.clientAdmins.one(adminId), admin);
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: keys.clientAdmins.all }),
        queryClient.invalidateQueries({ queryKey: keys.audit.all }),
      ]);
    },
  });
}
