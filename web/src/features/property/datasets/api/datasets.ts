import type { Dataset, DatasetsByType, GrantedDataset } from '@landline/api/property/datasets/contract';
import { useQuery } from '@tanstack/react-query';
import { dataQuery } from '../../data-query.ts';
import { datasetKeys } from '../keys.ts';
import { SECTIONS } from '../paths.ts';

const DATASETS = '/api/geo/datasets';

/** Datasets of the hub: by section for staff, a list of the granted ones for clients. */
type HubDatasets = DatasetsByType | GrantedDataset[];

/** GET /api/geo/datasets. With `clientId`, a SuperAdmin gets that client's list. */
export const datasetsQuery = (clientId?: string) =>
  dataQuery<HubDatasets>(datasetKeys.list(clientId), DATASETS, { clientId });

export const useHubDatasets = (clientId: string | undefined) => useQuery(datasetsQuery(clientId));

/** Queries all datasets, in the order of the hub's sections. */
export const useDatasets = (enabled = true) => useQuery({ ...datasetsQuery(), enabled, select: inHubOrder });

function inHubOrder(datasets: HubDatasets): Dataset[] {
  return SECTIONS.flatMap(({ type }) =>
    Array.isArray(datasets) ? datasets.filter(({ dataset_type }) => dataset_type === type) : datasets[type],
  );
}

/** Returns the dataset with this key, if it exists. */
export const useExistingDataset = (key: string): Dataset | undefined =>
  useDatasets().data?.find(({ dataset_key }) => dataset_key === key);

/** GET /api/geo/datasets/:key */
export const datasetQuery = (datasetKey: string) =>
  dataQuery<Dataset>(datasetKeys.one(datasetKey), `${DATASETS}/${encodeURIComponent(datasetKey)}`);

export const useDataset = (datasetKey: string) => useQuery(datasetQuery(datasetKey));
