import { streams } from '@landline/event-schemas';
import { type Route, route } from '../../platform/http/route.ts';
import { personOf } from '../candidates/actor-names.ts';
import type { PropertyPorts } from '../ports.ts';
import { READERS, requireView } from '../request-guards.ts';
import { visitBody, visitResponse } from './contract.ts';
import { datasetVisits } from './dataset-visits.ts';

/** Records dataset visits, which decide which candidates are new to a person. */
export function visitRoutes({ pool }: PropertyPorts): Route[] {
  return [
    route.post('/api/geo/visits', {
      ...READERS,
      summary: 'Record a visit to a dataset and return the time of the previous one',
      body: visitBody,
      response: visitResponse,
      async handle({ body: { datasetKey }, actor, session, execute }) {
        const view = await requireView(pool, datasetKey, session);
        const user_id = personOf(actor);
        const { state } = await execute(datasetVisits, {
          stream: streams.visit(user_id, view.datasetKey),
          command: { user_id, dataset_key: view.datasetKey, at: new Date().toISOString() },
        });
        return { success: true, data: { since: state?.previous ?? null } };
      },
    }),
  ];
}
