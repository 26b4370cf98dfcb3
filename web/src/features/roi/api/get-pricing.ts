import type { PriceList, Pricing } from '@landline/api/billing/contract';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';

/** GET /api/pricing: the price list in force. */
export const usePricing = () =>
  useQuery({
    queryKey: keys.pricing(),
    queryFn: async ({ signal }): Promise<PriceList> =>
      (await request<Pricing>('/api/pricing', { signal })).plans,
  });
