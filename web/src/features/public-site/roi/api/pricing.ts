import { useQuery } from '@tanstack/react-query';
import { getPricing } from '../../pricing/get-pricing.ts';

export const usePricing = () =>
  useQuery({
    queryKey: ['pricing'],
    queryFn: ({ signal }) => getPricing(signal),
  });
