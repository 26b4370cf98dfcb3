import { z } from 'zod';
import { loadAccess } from '../clients/access.ts';
import { clientNotFound } from '../clients/client.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import { type Access, type DatasetView, grantedTo, viewOf } from '../grants/access.ts';
import { type Route, route } from '../http/route.ts';
import {
  type Dataset,
  type DatasetsByType,
  datasetResponse,
  datasetsResponse,
  type GrantedDataset,
} from './contract.ts';
import { allDatasets } from './queries.ts';
import { asSeen, findDataset } from './views.ts';

const MAY = ['SuperAdmin', 'Admin', 'ClientUser'] as const;
const OF_CLIENT = { product: 'geo_leads' } as const;
const READS = ['datasets', 'candidates'] as const;

/** The dataset hub (spec 001 §2, §7). Clients see what was granted to them (spec 001 §4). */
export function datasetRoutes(deps: Deps): Route[] {
  const { pool } = deps;

  /** What a client sees, for a SuperAdmin who looks at its hub. A client's users see their own, whatever they name. */
  async function accessOfClient(clientId: string): Promise<Access> {
    const found = await loadAccess(deps, clientId);
    if (!found) throw clientNotFound();
    return grantedTo(found);
  }

  return [
    route({
      method: 'GET',
      path: '/api/geo/datasets',
      may: MAY,
      ofClient: OF_CLIENT,
      summary: 'All datasets, by type; to a client, those that it was granted',
      query: z.object({ clientId: z.string().max(100).optional() }),
      response: datasetsResponse,
      reads: READS,
      async handle({ query, actor, access: own }) {
        const datasets = await allDatasets(pool);
        const asked = actor.role === 'SuperAdmin' ? query.clientId : undefined;
        const access = asked === undefined ? own : await accessOfClient(asked);
        if (access === 'everything') return { success: true as const, data: byType(datasets) };
        const granted = datasets.flatMap((dataset) => {
          const view = viewOf(access, dataset.dataset_key);
          return view ? [{ view, dataset }] : [];
        });
        const data = await Promise.all(
          granted.map(async ({ view, dataset }) => asGranted(view, await asSeen(pool, view, dataset))),
        );
        return { success: true as const, data };
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

function byType(datasets: readonly Dataset[]): DatasetsByType {
  const sections: DatasetsByType = { city: [], zipcode: [], county: [], custom: [], ios: [] };
  for (const dataset of datasets) sections[dataset.dataset_type].push(dataset);
  return sections;
}

/** Spec 001 §3. */
function asGranted({ zips }: DatasetView, dataset: Dataset): GrantedDataset {
  const { dataset_type, candidate_count } = dataset;
  const whole = dataset_type === 'city' ? 'full_city' : dataset_type === 'zipcode' ? 'zipcode' : 'standalone';
  const type = zips ? 'partial_city' : whole;
  return {
    ...dataset,
    type,
    access_type: type === 'standalone' ? 'individual' : null,
    total_properties: candidate_count,
    zipcodes: zips ? [...zips].sort() : [],
  };
}
