import type { CityDataset, citiesResponse } from '@landline/api/grants/contract';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';

/** GET /api/geo/datasets/cities-with-zipcodes */
async function listCities(signal: AbortSignal): Promise<CityDataset[]> {
  const path = '/api/geo/datasets/cities-with-zipcodes';
  return (await request<z.infer<typeof citiesResponse>>(path, { signal })).data;
}

/** What can be granted. */
export const useCities = () =>
  useQuery({ queryKey: keys.grants.cities(), queryFn: ({ signal }) => listCities(signal) });
