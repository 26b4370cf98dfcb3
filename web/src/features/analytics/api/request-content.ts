import type { GapQueue } from '@landline/api/analytics/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';

/** POST /api/ai/analytics/gaps/:clientId/:gapId/content-request: a gap becomes a content request. */
export function useRequestContent() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ clientId, id, question }: GapQueue['gaps'][number]) =>
      request<{ message: string }>(
        `/api/ai/analytics/gaps/${encodeURIComponent(clientId)}/${encodeURIComponent(id)}/content-request`,
        { method: 'POST', body: { question } },
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.analytics.all }),
  });
}
