import type {
  ContentRequestBody,
  ContentRequestList,
  contentRequestAnswered,
  contentRequestSubmitted,
  PendingContentRequests,
} from '@landline/api/assistant/content-requests/contract';
import type { ContentRequestStatus } from '@landline/event-schemas/lifecycles/content-request';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { request } from '../../../../shared/http/request.ts';
import { useIsStaff } from '../../../platform/session/context.ts';
import { contentRequestKeys } from '../keys.ts';

/** GET /api/ai/content-requests/client/{clientId}, or its staff version. */
export function useContentRequests(clientId: string, asStaff = false) {
  const base = asStaff ? '/api/ai/admin-content-requests' : '/api/ai/content-requests';
  return useQuery({
    queryKey: contentRequestKeys.of(clientId),
    queryFn: async ({ signal }) =>
      (await request<ContentRequestList>(`${base}/client/${encodeURIComponent(clientId)}`, { signal }))
        .requests,
  });
}

/** GET /api/ai/admin-content-requests/pending */
export function usePendingRequests() {
  return useQuery({
    queryKey: contentRequestKeys.pending(),
    queryFn: async ({ signal }) =>
      (await request<PendingContentRequests>('/api/ai/admin-content-requests/pending', { signal })).requests,
    enabled: useIsStaff('SuperAdmin', 'Admin'),
  });
}

/** POST /api/ai/content-requests */
export function useSubmitRequest() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ContentRequestBody) =>
      request<z.infer<typeof contentRequestSubmitted>>('/api/ai/content-requests', { method: 'POST', body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: contentRequestKeys.all }),
  });
}

/** PATCH /api/ai/admin-content-requests/{id}/status */
export function useSetRequestStatus() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: { id: string; status: ContentRequestStatus; adminNotes: string }) =>
      request<z.infer<typeof contentRequestAnswered>>(
        `/api/ai/admin-content-requests/${encodeURIComponent(id)}/status`,
        { method: 'PATCH', body },
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: contentRequestKeys.all }),
  });
}
