import type { GapQueue } from '@landline/api/analytics/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';
import { type Filters, queryOf } from '../filters.ts';

/** POST /api/ai/analytics/gaps/:clientId/:gapId/content-request: a gap of that time becomes a content request. */
export function useRequestContent(filters: Filters) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ clientId, id }: GapQueue['gaps'][number]) =>
      request<{ message: string }>(
        `/api/ai/analytics/gaps/${encodeURIComponent(clientId)}/${encodeURIComponent(id)}/content-request`,
        { method: 'POST', body: queryOf(filters, null) },
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.analytics.all }),
  });
}
