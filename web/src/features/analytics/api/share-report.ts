import type { ShareLink } from '@landline/api/analytics/contract';
import { useMutation } from '@tanstack/react-query';
import { request } from '../../../shared/http/request.ts';
import { type Filters, queryOf } from '../filters.ts';

/** POST /api/ai/analytics/shareable-analytics/:clientId/link: the report for whoever has the link. */
export const useShareReport = (clientId: string, filters: Filters) =>
  useMutation({
    mutationFn: (expiresInDays: number) => {
      const { clientId: _, ...shown } = queryOf(filters, clientId);
      return request<ShareLink>(
        `/api/ai/analytics/shareable-analytics/${encodeURIComponent(clientId)}/link`,
        { method: 'POST', body: { ...shown, expiresInDays } },
      );
    },
  });

/** DELETE of the same: no link that was made until now shows the report any more. */
export const useRevokeLinks = (clientId: string, onDone: (message: string) => void) =>
  useMutation({
    mutationFn: () =>
      request<{ message: string }>(
        `/api/ai/analytics/shareable-analytics/${encodeURIComponent(clientId)}/link`,
        { method: 'DELETE' },
      ),
    onSuccess: ({ message }) => onDone(message),
  });
