import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import { type DatasetView, viewOf } from '../grants/access.ts';
import { type Route, route } from '../http/route.ts';
import { type Dataset, type DatasetsByType, datasetResponse, datasetsResponse } from './contract.ts';
import { allDatasets, datasetOf } from './queries.ts';
import { zipCodes } from './zip-codes.ts';

const MAY = ['SuperAdmin', 'Admin', 'ClientUser'] as const;
const OF_CLIENT = { product: 'geo_leads' } as const;
const READS = ['datasets', 'candidates'] as const;

/** The dataset hub (spec 001 §2, §7). Clients see what was granted to them (spec 001 §4). */
export function datasetRoutes({ pool }: Deps): Route[] {
  const zipCodesOf = zipCodes(pool);

  /** A dataset with as many candidates as one may see of it. */
  async function seenIn(view: DatasetView, dataset: Dataset): Promise<Dataset> {
    if (view.zips === undefined) return dataset;
    const known = await zipCodesOf(dataset);
    const candidate_count = view.zips.reduce((sum, zip) => sum + (known.get(zip) ?? 0), 0);
    return { ...dataset, candidate_count };
  }

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
          if (view) data[dataset.dataset_type].push(await seenIn(view, dataset));
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
        const view = viewOf(access, key);
        const dataset = view && (await datasetOf(pool, key));
        if (dataset) return { success: true, data: await seenIn(view, dataset) };
        throw new DomainError('not_found', 'DATASET_UNKNOWN', 'Dataset not found or access denied');
      },
    }),
  ];
}
