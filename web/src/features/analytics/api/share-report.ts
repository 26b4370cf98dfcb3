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
