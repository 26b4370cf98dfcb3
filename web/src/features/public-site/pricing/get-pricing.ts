import type { PriceList, Pricing } from '@landline/api/assistant/billing/contract';
import { request } from '../../../shared/http/request.ts';

/** GET /api/pricing: the current price list. */
export const getPricing = async (signal: AbortSignal): Promise<PriceList> =>
  (await request<Pricing>('/api/pricing', { signal })).plans;
