import { z } from 'zod';
import { clientNotFound } from '../../clients/clients/client.ts';
import { DomainError } from '../../platform/errors.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { type Access, accessOf, clientAccessOf, type DatasetView, viewOf } from '../dataset-access/access.ts';
import { loadClientAccess } from '../dataset-access/client-access.ts';
import type { PropertyPorts } from '../ports.ts';
import { READERS } from '../request-guards.ts';
import {
  type Dataset,
  type DatasetsByType,
  datasetResponse,
  datasetsResponse,
  type GrantedDataset,
} from './contract.ts';
import { allDatasets } from './queries.ts';
import { findDataset, withVisibleCount } from './views.ts';

const READS = ['datasets', 'candidates'] as const;

/** Routes for the dataset hub (spec 001 §2, §7). Clients see datasets that were granted to them (spec 001 §4). */
export function datasetRoutes(ports: PropertyPorts): Route[] {
  const { pool } = ports;

  /** Returns a client's access, for a SuperAdmin who opens its hub. */
  async function accessOfClient(clientId: string): Promise<Access> {
    const found = await loadClientAccess(ports, clientId);
    if (!found) throw clientNotFound();
    return clientAccessOf(found);
  }

  return [
    route.get('/api/geo/datasets', {
      ...READERS,
      summary: 'All datasets by type; for a client, its granted datasets',
      query: z.object({ clientId: z.string().max(100).optional() }),
      response: datasetsResponse,
      reads: READS,
      async handle({ query, actor, session }) {
        const datasets = await allDatasets(pool);
        // The parameter has no effect for other roles.
        const clientId = actor.role === 'SuperAdmin' ? query.clientId : undefined;
        const access = clientId === undefined ? accessOf(session) : await accessOfClient(clientId);
        if (access === 'everything') return { success: true as const, data: byType(datasets) };
        const granted = datasets.flatMap((dataset) => {
          const view = viewOf(access, dataset.dataset_key);
          return view ? [{ view, dataset }] : [];
        });
        const data = await Promise.all(
          granted.map(async ({ view, dataset }) =>
            asGranted(view, await withVisibleCount(pool, view, dataset)),
          ),
        );
        return { success: true as const, data };
      },
    }),
    route.get('/api/geo/datasets/:key', {
      ...READERS,
      summary: 'One dataset',
      params: z.object({ key: z.string().max(60) }),
      response: datasetResponse,
      reads: READS,
      async handle({ params: { key }, session }) {
        const found = await findDataset(pool, accessOf(session), key);
        if (found) return { success: true, data: found.dataset };
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

/** Returns a dataset with a client's access to it (spec 001 §3). */
function asGranted({ zips }: DatasetView, dataset: Dataset): GrantedDataset {
  const { dataset_type, candidate_count } = dataset;
  const unrestrictedType =
    dataset_type === 'city' ? 'full_city' : dataset_type === 'zipcode' ? 'zipcode' : 'standalone';
  const type = zips ? 'partial_city' : unrestrictedType;
  return {
    ...dataset,
    type,
    access_type: type === 'standalone' ? 'individual' : null,
    total_properties: candidate_count,
    zipcodes: zips ? [...zips].sort() : [],
  };
}
