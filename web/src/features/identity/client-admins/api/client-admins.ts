import type {
  ClientAdminChangeBody,
  ClientAdminInvitationBody,
  clientAdminChangedResponse,
  clientAdminResponse,
  clientAdminsResponse,
  InvitedResponse,
} from '@landline/api/identity/users/contract';
import type { MessageResponse } from '@landline/api/platform/http/response-contract';
import type { z } from 'zod';
import { apiPath } from '../../../../shared/http/api-path.ts';
import { useSend } from '../../../../shared/http/use-command.ts';
import { useGet } from '../../../../shared/http/use-get.ts';
import { activityKeys } from '../../../platform/activity/keys.ts';
import { useIsStaff } from '../../../platform/session/context.ts';
import { clientAdminKeys } from '../keys.ts';

type ClientAdmins = z.infer<typeof clientAdminsResponse>;
type OneClientAdmin = z.infer<typeof clientAdminResponse>;
const REFETCHED_KEYS = [clientAdminKeys.all, activityKeys.all];

/** GET /api/client-admin/get-all-client-admins */
export const useClientAdmins = () =>
  useGet<ClientAdmins, ClientAdmins['admins']>(
    clientAdminKeys.list(),
    '/api/client-admin/get-all-client-admins',
    { select: ({ admins }) => admins, enabled: useIsStaff('SuperAdmin') },
  );

/** GET /api/client-admin/get-client-admin/:adminId */
export const useClientAdmin = (adminId: string) =>
  useGet<OneClientAdmin, OneClientAdmin['admin']>(
    clientAdminKeys.one(adminId),
    apiPath`/api/client-admin/get-client-admin/${adminId}`,
    { select: ({ admin }) => admin, enabled: useIsStaff('SuperAdmin') },
  );

/** POST /api/client-admin/create-client-admin-invitation */
export const useInviteClientAdmin = () =>
  useSend<ClientAdminInvitationBody, InvitedResponse>(
    'POST',
    '/api/client-admin/create-client-admin-invitation',
    ['clients'],
  );

/** PUT /api/client-admin/update-client-admin/:adminId */
export const useUpdateClientAdmin = (adminId: string) =>
  useSend<ClientAdminChangeBody, z.infer<typeof clientAdminChangedResponse>>(
    'PUT',
    apiPath`/api/client-admin/update-client-admin/${adminId}`,
    REFETCHED_KEYS,
  );

/** POST /api/client-admin/turn-off-two-factor/:adminId */
export const useTurnOffTwoFactor = (adminId: string) =>
  useSend<void, MessageResponse>(
    'POST',
    apiPath`/api/client-admin/turn-off-two-factor/${adminId}`,
    REFETCHED_KEYS,
  );

/** POST /api/client-admin/send-password-reset/:adminId */
export const useSendPasswordReset = (adminId: string) =>
  useSend<void, MessageResponse>('POST', apiPath`/api/client-admin/send-password-reset/${adminId}`, []);
