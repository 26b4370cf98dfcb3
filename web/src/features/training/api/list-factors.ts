import type { factorsResponse } from '@landline/api/training/contract';
import type { PropertyType } from '@landline/event-schemas';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';

/** GET /api/geo/training/factors */
async function listFactors(propertyType: PropertyType, signal: AbortSignal) {
  const { data } = await request<z.infer<typeof factorsResponse>>('/api/geo/training/factors', {
    query: { propertyType },
    signal,
  });
  return data.grouped;
}

const factorsQuery = (type: PropertyType) =>
  queryOptions({
    queryKey: keys.training.factors(type),
    queryFn: ({ signal }) => listFactors(type, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** What can be given as a reason for a judgement. */
export const useFactors = (type: PropertyType) => useQuery(factorsQuery(type));
