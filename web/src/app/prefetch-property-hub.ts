import type { QueryClient } from '@tanstack/react-query';
import {
  breakdownQuery,
  candidateQuery,
  candidatesQuery,
} from '../features/property/candidates/api/candidates.ts';
import { isCardLayout } from '../features/property/candidates/card-layout.ts';
import { stateIn } from '../features/property/candidates/list-state.ts';
import { datasetQuery, datasetsQuery } from '../features/property/datasets/api/datasets.ts';
import { importsQuery } from '../features/property/imports/api/list-imports.ts';

type Params = Readonly<Record<string, string | undefined>>;

/** Prefetches the first data of each of the hub's pages; called by the route loaders while the page's code loads. */
export const prefetch = {
  hub(client: QueryClient): void {
    void client.prefetchQuery(datasetsQuery());
    void client.prefetchQuery(importsQuery());
  },
  clientHub(client: QueryClient, { clientId }: Params): void {
    void client.prefetchQuery(datasetsQuery(clientId));
  },
  list(client: QueryClient, { datasetKey = '' }: Params, { search }: URL): void {
    const dataset = datasetQuery(datasetKey);
    void client.prefetchQuery(dataset);
    const state = stateIn(search, client.getQueryData(dataset.queryKey)?.property_type);
    if (state) void client.prefetchQuery(candidatesQuery({ datasetKey, ...state }));
    if (!isCardLayout()) void import('../features/property/candidates/components/candidate-grid.tsx');
  },
  candidate(client: QueryClient, { datasetKey = '', candidateId = '' }: Params): void {
    void client.prefetchQuery(datasetQuery(datasetKey));
    void client.prefetchQuery(candidateQuery(candidateId));
    void client.prefetchQuery(breakdownQuery(candidateId));
  },
};
