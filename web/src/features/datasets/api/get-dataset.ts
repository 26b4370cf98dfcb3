import type { Dataset, datasetResponse } from '@landline/api/datasets/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';

/** GET /api/geo/datasets/:key */
async function getDataset(datasetKey: string, signal: AbortSignal): Promise<Dataset> {
  const path = `/api/geo/datasets/${encodeURIComponent(datasetKey)}`;
  const { data } = await request<z.infer<typeof datasetResponse>>(path, { signal });
  return data;
}

export const datasetQuery = (datasetKey: string) =>
  queryOptions({
    queryKey: keys.datasets.one(datasetKey),
    queryFn: ({ signal }) => getDataset(datasetKey, signal),
  });

export const useDataset = (datasetKey: string) => useQuery(datasetQuery(datasetKey));
