import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { type Route, route } from '../http/route.ts';
import { clientBilling as clientAnswer, billingOverview as overviewAnswer, pricing } from './contract.ts';
import { priceLists, pricesAt } from './prices.ts';
import { billingOverview, clientBilling } from './queries.ts';

const STAFF = ['SuperAdmin', 'Admin'] as const;
const path = '/api/ai/billing/usage';

/** What clients have used of their plans (spec 002 §3, §9). */
export function billingRoutes({ pool }: Deps): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/pricing',
      may: 'anyone',
      summary: 'What the plans cost and include, as it is in force',
      response: pricing,
      reads: ['system-versions'],
      handle: async () => ({ plans: pricesAt(await priceLists(pool)) }),
    }),
    route({
      method: 'GET',
      path,
      may: STAFF,
      summary: 'What every client has used this month, the fullest first',
      response: overviewAnswer,
      reads: ['analytics', 'system-versions'],
      handle: () => billingOverview(pool),
    }),
    route({
      method: 'GET',
      path: `${path}/:clientId`,
      may: [...STAFF, 'ClientUser'],
      ofClient: { product: 'ai_assistant' },
      summary: "A client's usage, month by month, with what went beyond its plan",
      params: z.object({ clientId: z.string().max(100) }),
      response: clientAnswer,
      reads: ['analytics', 'system-versions'],
      handle: ({ params: { clientId } }) => clientBilling(pool, clientId),
    }),
  ];
}
