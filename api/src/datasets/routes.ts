import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import { viewOf } from '../grants/access.ts';
import { type Route, route } from '../http/route.ts';
import { type DatasetsByType, datasetResponse, datasetsResponse } from './contract.ts';
import { allDatasets } from './queries.ts';
import { asSeen, findDataset } from './views.ts';

const MAY = ['SuperAdmin', 'Admin', 'ClientUser'] as const;
const OF_CLIENT = { product: 'geo_leads' } as const;
const READS = ['datasets', 'candidates'] as const;

/** The dataset hub (spec 001 §2, §7). Clients see what was granted to them (spec 001 §4). */
export function datasetRoutes({ pool }: Deps): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/geo/datasets',
      may: MAY,
      ofClient: OF_CLIENT,
      summary: 'All datasets, by type',
      response: datasetsResponse,
      reads: READS,
      async handle({ access }) {
        const data: DatasetsByType = { city: [], zipcode: [], county: [], custom: [], ios: [] };
        for (const dataset of await allDatasets(pool)) {
          const view = viewOf(access, dataset.dataset_key);
          if (view) data[dataset.dataset_type].push(await asSeen(pool, view, dataset));
        }
        return { success: true, data };
      },
    }),
    route({
      method: 'GET',
      path: '/api/geo/datasets/:key',
      may: MAY,
      ofClient: OF_CLIENT,
      summary: 'One dataset',
      params: z.object({ key: z.string().max(60) }),
      response: datasetResponse,
      reads: READS,
      async handle({ params: { key }, access }) {
        const seen = await findDataset(pool, access, key);
        if (seen) return { success: true, data: seen.dataset };
        throw new DomainError('not_found', 'DATASET_UNKNOWN', 'Dataset not found or access denied');
      },
    }),
  ];
}
