import type { InvitedAnswer, StaffInvitationBody } from '@landline/api/identity/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';

/** POST /api/staff/invitations */
const inviteStaff = (body: StaffInvitationBody) =>
  request<InvitedAnswer>('/api/staff/invitations', { method: 'POST', body });

export function useInviteStaff() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: inviteStaff,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.staff.all }),
  });
}
