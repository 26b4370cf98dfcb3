import type { StaffChangeBody } from '@landline/api/identity/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';

/** PATCH /api/staff/:id */
const changeStaff = (id: string, body: StaffChangeBody) =>
  request<unknown>(`/api/staff/${encodeURIComponent(id)}`, { method: 'PATCH', body });

export function useChangeStaff() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: StaffChangeBody & { id: string }) => changeStaff(id, body),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.staff.all }),
  });
}
