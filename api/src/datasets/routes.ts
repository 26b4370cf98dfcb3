import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import { type Route, route } from '../http/route.ts';
import { datasetResponse, datasetsResponse } from './contract.ts';
import { datasetOf, datasetsByType } from './queries.ts';

const MAY = ['SuperAdmin', 'Admin'] as const;
const READS = ['datasets'] as const;

/** The dataset hub (spec 001 §2, §7). */
export function datasetRoutes({ pool }: Deps): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/geo/datasets',
      may: MAY,
      summary: 'All datasets, by type',
      response: datasetsResponse,
      reads: READS,
      handle: async () => ({ success: true, data: await datasetsByType(pool) }),
    }),
    route({
      method: 'GET',
      path: '/api/geo/datasets/:key',
      may: MAY,
      summary: 'One dataset',
      params: z.object({ key: z.string().max(60) }),
      response: datasetResponse,
      reads: READS,
      handle: async ({ params: { key } }) => {
        const data = await datasetOf(pool, key);
        if (data) return { success: true, data };
        throw new DomainError('not_found', 'DATASET_UNKNOWN', 'Dataset not found or access denied');
      },
    }),
  ];
}
