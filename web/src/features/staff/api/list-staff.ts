import type { StaffMember, staffAnswer } from '@landline/api/identity/contract';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';
import { useIsStaff } from '../../session/context.ts';

/** GET /api/staff */
async function listStaff(signal: AbortSignal): Promise<StaffMember[]> {
  const { staff } = await request<z.infer<typeof staffAnswer>>('/api/staff', { signal });
  return staff;
}

export function useStaff() {
  const enabled = useIsStaff('SuperAdmin');
  return useQuery({ queryKey: keys.staff.list(), queryFn: ({ signal }) => listStaff(signal), enabled });
}
