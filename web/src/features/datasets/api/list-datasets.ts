import type { Dataset, DatasetsByType, datasetsResponse } from '@landline/api/datasets/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';

/** GET /api/geo/datasets */
async function listDatasets(signal: AbortSignal): Promise<DatasetsByType> {
  const { data } = await request<z.infer<typeof datasetsResponse>>('/api/geo/datasets', { signal });
  return data;
}

export const datasetsQuery = () =>
  queryOptions({ queryKey: keys.datasets.list(), queryFn: ({ signal }) => listDatasets(signal) });

/** All datasets, by section of the hub. */
export const useDatasets = (enabled = true) => useQuery({ ...datasetsQuery(), enabled });

/** The dataset of a key among those, if there is one. */
export function useExistingDataset(key: string): Dataset | undefined {
  const { data } = useDatasets();
  if (!data) return undefined;
  return Object.values(data)
    .flat()
    .find(({ dataset_key }) => dataset_key === key);
}
