import type { GapQueue, ShareLink } from '@landline/api/assistant/analytics/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request, requestDownload } from '../../../../shared/http/request.ts';
import { saveFile } from '../../../../shared/http/save-file.ts';
import { type Filters, queryOf } from '../filters.ts';
import { analyticsKeys } from '../keys.ts';

const PATH = '/api/ai/analytics';

function useRefresh() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: analyticsKeys.all });
}

/** POST /api/ai/analytics/gaps/:clientId/:gapId/content-request */
export const useRequestContent = (filters: Filters) =>
  useMutation({
    mutationFn: ({ clientId, id }: GapQueue['gaps'][number]) =>
      request<{ message: string }>(
        `${PATH}/gaps/${encodeURIComponent(clientId)}/${encodeURIComponent(id)}/content-request`,
        { method: 'POST', body: queryOf(filters, null) },
      ),
    onSuccess: useRefresh(),
  });

/** DELETE /api/ai/analytics/reset-client-data/:clientId */
export const useResetAnalytics = (clientId: string) =>
  useMutation({
    mutationFn: (confirmation: string) =>
      request<{ message?: string }>(`${PATH}/reset-client-data/${encodeURIComponent(clientId)}`, {
        method: 'DELETE',
        body: { confirmation },
      }),
    onSuccess: useRefresh(),
  });

export type ExportedView = 'usage' | 'faq' | 'gaps' | 'words';

/** GET /api/ai/analytics/export: a view's table as CSV. */
export const useExportView = (view: ExportedView, clientId: string | null, filters: Filters) =>
  useMutation({
    mutationFn: async () =>
      saveFile(await requestDownload(`${PATH}/export`, { query: { ...queryOf(filters, clientId), view } })),
  });

const linkPath = (clientId: string) => `${PATH}/shareable-analytics/${encodeURIComponent(clientId)}/link`;

/** POST /api/ai/analytics/shareable-analytics/:clientId/link: creates a public link to the report. */
export const useShareReport = (clientId: string, filters: Filters) =>
  useMutation({
    mutationFn: (expiresInDays: number) => {
      const { clientId: _, ...shown } = queryOf(filters, clientId);
      return request<ShareLink>(linkPath(clientId), { method: 'POST', body: { ...shown, expiresInDays } });
    },
  });

/** DELETE /api/ai/analytics/shareable-analytics/:clientId/link: revokes all public links. */
export const useRevokeLinks = (clientId: string, onDone: (message: string) => void) =>
  useMutation({
    mutationFn: () => request<{ message: string }>(linkPath(clientId), { method: 'DELETE' }),
    onSuccess: ({ message }) => onDone(message),
  });
