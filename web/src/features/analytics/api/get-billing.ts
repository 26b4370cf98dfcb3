import type { BillingOverview, ClientBilling } from '@landline/api/billing/contract';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';

/** GET /api/ai/billing/usage: every client, the fullest first. */
export const useBillingOverview = () =>
  useQuery({
    queryKey: keys.analytics.billing(null),
    queryFn: ({ signal }) => request<BillingOverview>('/api/ai/billing/usage', { signal }),
  });

/** GET /api/ai/billing/usage/:clientId: month by month. */
export const useClientBilling = (clientId: string) =>
  useQuery({
    queryKey: keys.analytics.billing(clientId),
    queryFn: ({ signal }) =>
      request<ClientBilling>(`/api/ai/billing/usage/${encodeURIComponent(clientId)}`, { signal }),
  });
