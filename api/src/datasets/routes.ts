import type { Actor } from '@landline/event-schemas';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import { type Route, route } from '../http/route.ts';
import { type DatasetsByType, datasetResponse, datasetsResponse } from './contract.ts';
import { datasetOf, datasetsByType } from './queries.ts';

const MAY = ['SuperAdmin', 'Admin', 'ClientUser'] as const;
const READS = ['datasets'] as const;

/** Clients see what was granted to them (spec 001 §4); nothing is, as long as there are no grants. */
const NONE: DatasetsByType = { city: [], zipcode: [], county: [], custom: [], ios: [] };
const isOpenTo = (actor: Actor) => actor.role !== 'ClientUser';

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
      handle: async ({ actor }) => ({
        success: true,
        data: isOpenTo(actor) ? await datasetsByType(pool) : NONE,
      }),
    }),
    route({
      method: 'GET',
      path: '/api/geo/datasets/:key',
      may: MAY,
      summary: 'One dataset',
      params: z.object({ key: z.string().max(60) }),
      response: datasetResponse,
      reads: READS,
      handle: async ({ params: { key }, actor }) => {
        const data = isOpenTo(actor) ? await datasetOf(pool, key) : undefined;
        if (data) return { success: true, data };
        throw new DomainError('not_found', 'DATASET_UNKNOWN', 'Dataset not found or access denied');
      },
    }),
  ];
}
