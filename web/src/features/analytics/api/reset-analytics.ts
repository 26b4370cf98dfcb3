import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';

/** DELETE /api/ai/analytics/reset-client-data/:clientId: the figures start again. */
export function useResetAnalytics(clientId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (confirmation: string) =>
      request<{ message?: string }>(`/api/ai/analytics/reset-client-data/${encodeURIComponent(clientId)}`, {
        method: 'DELETE',
        body: { confirmation },
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.analytics.all }),
  });
}
