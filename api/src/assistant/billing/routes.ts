import { type Route, route } from '../../platform/http/route.ts';
import type { AssistantPorts } from '../ports.ts';
import { STAFF, STAFF_OR_OWN_CLIENT } from '../request-guards.ts';
import { clientBilling as clientResponse, billingOverview as overviewResponse, pricing } from './contract.ts';
import { priceLists, pricesAt } from './prices.ts';
import { billingOverview, clientBilling } from './queries.ts';

const path = '/api/ai/billing/usage';

/** Routes for plan usage (spec 002 §3, §9). */
export function billingRoutes({ pool }: AssistantPorts): Route[] {
  return [
    route.get('/api/pricing', {
      may: 'anyone',
      summary: 'Prices and limits of the plans',
      response: pricing,
      reads: ['system-versions'],
      handle: async () => ({ plans: pricesAt(await priceLists(pool)) }),
    }),
    route.get(path, {
      may: STAFF,
      summary: 'Usage of all clients this month, highest first',
      response: overviewResponse,
      reads: ['analytics', 'system-versions'],
      handle: () => billingOverview(pool),
    }),
    route.get(`${path}/:clientId`, {
      ...STAFF_OR_OWN_CLIENT,
      summary: "A client's monthly usage and overage",
      response: clientResponse,
      reads: ['analytics', 'system-versions'],
      handle: ({ params: { clientId } }) => clientBilling(pool, clientId),
    }),
  ];
}
