import type { BillingOverview, ClientBilling } from '@landline/api/assistant/billing/contract';
import { apiPath } from '../../../../shared/http/api-path.ts';
import { useGet } from '../../../../shared/http/use-get.ts';
import { analyticsKeys } from '../keys.ts';

/** GET /api/ai/billing/usage: all clients, highest usage first. */
export const useBillingOverview = () =>
  useGet<BillingOverview>(analyticsKeys.billing(null), '/api/ai/billing/usage');

/** GET /api/ai/billing/usage/:clientId: usage by month. */
export const useClientBilling = (clientId: string) =>
  useGet<ClientBilling>(analyticsKeys.billing(clientId), apiPath`/api/ai/billing/usage/${clientId}`);
