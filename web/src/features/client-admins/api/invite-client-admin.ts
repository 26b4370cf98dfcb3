import type { ClientAdminInvitationBody, InvitedAnswer } from '@landline/api/identity/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';

/** POST /api/client-admin/create-client-admin-invitation */
const inviteClientAdmin = (body: ClientAdminInvitationBody) =>
  request<InvitedAnswer>('/api/client-admin/create-client-admin-invitation', { method: 'POST', body });

export function useInviteClientAdmin() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: inviteClientAdmin,
    onSuccess: () =>
      Promise.all(
        [keys.clientAdmins.all, keys.clients.all, keys.system.all].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  });
}
