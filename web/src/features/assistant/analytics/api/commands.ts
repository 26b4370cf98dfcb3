import type { GapQueue, ShareLink } from '@landline/api/assistant/analytics/contract';
import { useMutation } from '@tanstack/react-query';
import { apiPath } from '../../../../shared/http/api-path.ts';
import { request, urlWithQuery } from '../../../../shared/http/request.ts';
import { useCommand } from '../../../../shared/http/use-command.ts';
import { type Filters, queryOf } from '../filters.ts';
import { analyticsKeys } from '../keys.ts';

/** POST /api/ai/analytics/gaps/:clientId/:gapId/content-request */
export const useRequestContent = (filters: Filters) =>
  useCommand(
    ({ clientId, id }: GapQueue['gaps'][number]) =>
      request<{ message: string }>(apiPath`/api/ai/analytics/gaps/${clientId}/${id}/content-request`, {
        method: 'POST',
        body: queryOf(filters, null),
      }),
    [analyticsKeys.all],
  );

/** DELETE /api/ai/analytics/reset-client-data/:clientId */
export const useResetAnalytics = (clientId: string) =>
  useCommand(
    (confirmation: string) =>
      request<{ message?: string }>(apiPath`/api/ai/analytics/reset-client-data/${clientId}`, {
        method: 'DELETE',
        body: { confirmation },
      }),
    [analyticsKeys.all],
  );

export type ExportedView = 'usage' | 'faq' | 'gaps' | 'words';

/** Returns the path of GET /api/ai/analytics/export, a view's table as CSV, with its query string. */
export const exportPath = (view: ExportedView, clientId: string | null, filters: Filters) =>
  urlWithQuery('/api/ai/analytics/export', { ...queryOf(filters, clientId), view });

const linkPath = (clientId: string) => apiPath`/api/ai/analytics/shareable-analytics/${clientId}/link`;

/** POST /api/ai/analytics/shareable-analytics/:clientId/link: creates a public link to the report. */
export const useShareReport = (clientId: string, filters: Filters) =>
  useMutation({
    mutationFn: (expiresInDays: number) => {
      const { clientId: _, ...query } = queryOf(filters, clientId);
      return request<ShareLink>(linkPath(clientId), { method: 'POST', body: { ...query, expiresInDays } });
    },
  });

/** DELETE /api/ai/analytics/shareable-analytics/:clientId/link: revokes all public links. */
export const useRevokeLinks = (clientId: string) =>
  useMutation({
    mutationFn: () => request<{ message: string }>(linkPath(clientId), { method: 'DELETE' }),
  });
