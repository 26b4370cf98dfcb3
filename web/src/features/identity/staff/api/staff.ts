import type {
  InvitedResponse,
  StaffChangeBody,
  StaffInvitationBody,
  staffResponse,
} from '@landline/api/identity/users/contract';
import type { z } from 'zod';
import { apiPath } from '../../../../shared/http/api-path.ts';
import { request } from '../../../../shared/http/request.ts';
import { useCommand, useSend } from '../../../../shared/http/use-command.ts';
import { useGet } from '../../../../shared/http/use-get.ts';
import { useIsStaff } from '../../../platform/session/context.ts';
import { staffKeys } from '../keys.ts';

type Staff = z.infer<typeof staffResponse>;

/** GET /api/staff */
export const useStaff = () =>
  useGet<Staff, Staff['staff']>(staffKeys.list(), '/api/staff', {
    select: ({ staff }) => staff,
    enabled: useIsStaff('SuperAdmin'),
  });

/** POST /api/staff/invitations */
export const useInviteStaff = () =>
  useSend<StaffInvitationBody, InvitedResponse>('POST', '/api/staff/invitations', [staffKeys.all]);

/** PATCH /api/staff/:id */
export const useChangeStaff = () =>
  useCommand(
    ({ id, ...body }: StaffChangeBody & { id: string }) =>
      request<unknown>(apiPath`/api/staff/${id}`, { method: 'PATCH', body }),
    [staffKeys.all],
  );
