import type {
  InvitedAnswer,
  StaffChangeBody,
  StaffInvitationBody,
  staffAnswer,
} from '@landline/api/identity/users/contract';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { request } from '../../../../shared/http/request.ts';
import { useCommand } from '../../../../shared/http/use-command.ts';
import { useIsStaff } from '../../../platform/session/context.ts';
import { staffKeys } from '../keys.ts';

/** GET /api/staff */
export const useStaff = () =>
  useQuery({
    queryKey: staffKeys.list(),
    queryFn: async ({ signal }) =>
      (await request<z.infer<typeof staffAnswer>>('/api/staff', { signal })).staff,
    enabled: useIsStaff('SuperAdmin'),
  });

/** POST /api/staff/invitations */
export const useInviteStaff = () =>
  useCommand(
    (body: StaffInvitationBody) => request<InvitedAnswer>('/api/staff/invitations', { method: 'POST', body }),
    [staffKeys.all],
  );

/** PATCH /api/staff/:id */
export const useChangeStaff = () =>
  useCommand(
    ({ id, ...body }: StaffChangeBody & { id: string }) =>
      request<unknown>(`/api/staff/${encodeURIComponent(id)}`, { method: 'PATCH', body }),
    [staffKeys.all],
  );
