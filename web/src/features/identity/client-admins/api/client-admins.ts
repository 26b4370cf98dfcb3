import type { Done } from '@landline/api/identity/sessions/contract';
import type {
  ClientAdminChangeBody,
  ClientAdminInvitationBody,
  clientAdminAnswer,
  clientAdminChanged,
  clientAdminsAnswer,
  InvitedAnswer,
} from '@landline/api/identity/users/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { request } from '../../../../shared/http/request.ts';
import { useCommand } from '../../../../shared/http/use-command.ts';
import { activityKeys } from '../../../platform/activity/keys.ts';
import { useIsStaff } from '../../../platform/session/context.ts';
import { clientAdminKeys } from '../keys.ts';

const pathOf = (call: string, adminId: string) => `/api/client-admin/${call}/${encodeURIComponent(adminId)}`;

/** GET /api/client-admin/get-all-client-admins */
export const useClientAdmins = () =>
  useQuery({
    queryKey: clientAdminKeys.list(),
    queryFn: async ({ signal }) => {
      const path = '/api/client-admin/get-all-client-admins';
      return (await request<z.infer<typeof clientAdminsAnswer>>(path, { signal })).admins;
    },
    enabled: useIsStaff('SuperAdmin'),
  });

/** GET /api/client-admin/get-client-admin/:adminId */
export const useClientAdmin = (adminId: string) =>
  useQuery({
    queryKey: clientAdminKeys.one(adminId),
    queryFn: async ({ signal }) => {
      const path = pathOf('get-client-admin', adminId);
      return (await request<z.infer<typeof clientAdminAnswer>>(path, { signal })).admin;
    },
    enabled: useIsStaff('SuperAdmin'),
  });

/** POST /api/client-admin/create-client-admin-invitation */
export const useInviteClientAdmin = () =>
  useCommand(
    (body: ClientAdminInvitationBody) =>
      request<InvitedAnswer>('/api/client-admin/create-client-admin-invitation', { method: 'POST', body }),
    ['clients'],
  );

/** PUT /api/client-admin/update-client-admin/:adminId */
export const useUpdateClientAdmin = (adminId: string) =>
  useCommand(
    (body: ClientAdminChangeBody) =>
      request<z.infer<typeof clientAdminChanged>>(pathOf('update-client-admin', adminId), {
        method: 'PUT',
        body,
      }),
    [clientAdminKeys.all, activityKeys.all],
  );

/** POST /api/client-admin/turn-off-two-factor/:adminId */
export const useTurnOffTwoFactor = (adminId: string) =>
  useCommand(
    (_: undefined) => request<Done>(pathOf('turn-off-two-factor', adminId), { method: 'POST' }),
    [clientAdminKeys.all, activityKeys.all],
  );

/** POST /api/client-admin/send-password-reset/:adminId */
export const useSendPasswordReset = (adminId: string) =>
  useMutation({
    mutationFn: () => request<Done>(pathOf('send-password-reset', adminId), { method: 'POST' }),
  });
