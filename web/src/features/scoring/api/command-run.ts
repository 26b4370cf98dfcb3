import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';

/** POST /api/geo/scoring/runs/:id/cancel or /retry. A run that is tried again is another run. */
export function useRunCommand(command: 'cancel' | 'retry') {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (runId: string) =>
      request<unknown>(`/api/geo/scoring/runs/${encodeURIComponent(runId)}/${command}`, { method: 'POST' }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.scoring.all }),
  });
}
