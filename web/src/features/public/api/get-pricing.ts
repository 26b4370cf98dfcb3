import type { PriceList, Pricing } from '@landline/api/billing/contract';
import { request } from '../../../shared/http/request.ts';

/** GET /api/pricing: the price list in force. */
export const getPricing = async (signal: AbortSignal): Promise<PriceList> =>
  (await request<Pricing>('/api/pricing', { signal })).plans;
