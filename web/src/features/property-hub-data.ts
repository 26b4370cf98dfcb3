import type { QueryClient } from '@tanstack/react-query';
import { breakdownQuery } from './candidates/api/get-breakdown.ts';
import { candidateQuery } from './candidates/api/get-candidate.ts';
import { candidatesQuery } from './candidates/api/list-candidates.ts';
import { areCardsShown } from './candidates/cards.ts';
import { stateIn } from './candidates/list-state.ts';
import { datasetQuery } from './datasets/api/get-dataset.ts';
import { datasetsQuery } from './datasets/api/list-datasets.ts';
import { importsQuery } from './imports/api/list-imports.ts';

type Params = Readonly<Record<string, string | undefined>>;

/** What the hub's pages show first; asked for while they load. */
export const askFor = {
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
    if (!areCardsShown()) void import('./candidates/components/candidate-grid.tsx');
  },
  candidate(client: QueryClient, { datasetKey = '', candidateId = '' }: Params): void {
    void client.prefetchQuery(datasetQuery(datasetKey));
    void client.prefetchQuery(candidateQuery(candidateId));
    void client.prefetchQuery(breakdownQuery(candidateId));
  },
};
