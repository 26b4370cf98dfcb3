import { streams } from '@landline/event-schemas';
import { findView } from '../datasets/views.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import { type Route, route } from '../http/route.ts';
import { visitBody, visitResponse } from './contract.ts';
import { visitorOf, visits } from './visit.ts';

/** Visits of people to datasets: what came since is new to them. */
export function visitRoutes({ pool }: Deps): Route[] {
  return [
    route({
      method: 'POST',
      path: '/api/geo/visits',
      may: ['SuperAdmin', 'Admin', 'ClientUser'],
      ofClient: { product: 'geo_leads' },
      summary: 'Tells that the caller looks at a dataset, and learns when they did so before',
      body: visitBody,
      response: visitResponse,
      async handle({ body: { datasetKey }, actor, access, execute }) {
        const view = await findView(pool, access, datasetKey);
        if (!view) {
          throw new DomainError('not_found', 'DATASET_NOT_FOUND', 'Dataset not found or access denied');
        }
        const user_id = visitorOf(actor);
        const { state } = await execute(visits, {
          stream: streams.visit(user_id, view.datasetKey),
          command: { user_id, dataset_key: view.datasetKey, at: new Date().toISOString() },
        });
        return { success: true, data: { since: state?.previous ?? null } };
      },
    }),
  ];
}
