import type { QueryClient } from '@tanstack/react-query';
import { breakdownQuery } from './candidates/api/get-breakdown.ts';
import { candidateQuery } from './candidates/api/get-candidate.ts';
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
  list(client: QueryClient, { datasetKey = '' }: Params): void {
    void client.prefetchQuery(datasetQuery(datasetKey));
  },
  candidate(client: QueryClient, { datasetKey = '', candidateId = '' }: Params): void {
    void client.prefetchQuery(datasetQuery(datasetKey));
    void client.prefetchQuery(candidateQuery(candidateId));
    void client.prefetchQuery(breakdownQuery(candidateId));
  },
};
