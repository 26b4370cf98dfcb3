import type {
  Dataset,
  DatasetsByType,
  datasetsResponse,
  GrantedDataset,
} from '@landline/api/datasets/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';

/** All of them in the hub's sections, as staff see them, or a client's own. */
export type Datasets = DatasetsByType | GrantedDataset[];

/** GET /api/geo/datasets. `clientId`: as that client sees them, for a SuperAdmin. */
async function listDatasets(clientId: string | undefined, signal: AbortSignal): Promise<Datasets> {
  const path = `/api/geo/datasets${clientId === undefined ? '' : `?clientId=${encodeURIComponent(clientId)}`}`;
  const { data } = await request<z.infer<typeof datasetsResponse>>(path, { signal });
  return data;
}

export const datasetsQuery = (clientId?: string) =>
  queryOptions({
    queryKey: keys.datasets.list(clientId),
    queryFn: ({ signal }) => listDatasets(clientId, signal),
  });

/** The datasets of a hub, in the form that they come in. */
export const useHubDatasets = (clientId: string | undefined) => useQuery(datasetsQuery(clientId));

/** All datasets, by section of the hub. */
export const useDatasets = (enabled = true) => useQuery({ ...datasetsQuery(), enabled, select: bySection });

function bySection(datasets: Datasets): DatasetsByType {
  if (!Array.isArray(datasets)) return datasets;
  const sections: DatasetsByType = { city: [], zipcode: [], county: [], custom: [], ios: [] };
  for (const dataset of datasets) sections[dataset.dataset_type].push(dataset);
  return sections;
}

/** The dataset of a key among those, if there is one. */
export function useExistingDataset(key: string): Dataset | undefined {
  const { data } = useDatasets();
  if (!data) return undefined;
  return Object.values(data)
    .flat()
    .find(({ dataset_key }) => dataset_key === key);
}
