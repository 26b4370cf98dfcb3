import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../../../shared/http/request.ts';
import { systemKeys } from '../keys.ts';

/** POST /api/admin/projections/:name/rebuild or …/replay */
export function useProjectionCommand(onDone: (message: string) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ name, action }: { name: string; action: 'rebuild' | 'replay' }) =>
      request<{ message: string }>(`/api/admin/projections/${encodeURIComponent(name)}/${action}`, {
        method: 'POST',
      }),
    onSuccess: ({ message }) => onDone(message),
    onSettled: () => queryClient.invalidateQueries({ queryKey: systemKeys.database() }),
  });
}

/** POST /api/admin/projections/:name/skip */
export function useSkipParkedEvent(onDone: (message: string) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ name, ...body }: { name: string; position: string; reason: string }) =>
      request<{ message: string }>(`/api/admin/projections/${encodeURIComponent(name)}/skip`, {
        method: 'POST',
        body,
      }),
    onSuccess: ({ message }) => onDone(message),
    onSettled: () => queryClient.invalidateQueries({ queryKey: systemKeys.database() }),
  });
}
