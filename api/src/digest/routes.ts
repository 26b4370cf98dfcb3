import { streams } from '@landline/event-schemas';
import type { Deps } from '../deps.ts';
import { type Route, route } from '../http/route.ts';
import { refOf } from '../identity/accounts.ts';
import { digestBody, digestResponse } from './contract.ts';
import { digest } from './digest.ts';

const MAY = ['SuperAdmin', 'Admin', 'ClientUser'] as const;
/** Mail goes to the person who asked for it; demo accounts have no address of theirs. */
const OF_CLIENT = { product: 'geo_leads', notInDemo: true, notImpersonating: true } as const;
const path = '/api/geo/digest';

/** Whether a person wants new premium leads by mail. */
export function digestRoutes({ commands }: Deps): Route[] {
  return [
    route({
      method: 'GET',
      path,
      may: MAY,
      ofClient: OF_CLIENT,
      summary: 'Whether the caller gets new premium leads by mail',
      response: digestResponse,
      async handle({ actor }) {
        const { state } = await commands.load(digest, streams.leadsDigest(actor.id));
        return { success: true, data: { subscribed: state?.isSubscribed ?? false } };
      },
    }),
    route({
      method: 'PUT',
      path,
      may: MAY,
      ofClient: OF_CLIENT,
      summary: 'Has new premium leads mailed to the caller once a day, or no more',
      body: digestBody,
      response: digestResponse,
      async handle({ body: { subscribed }, actor, execute }) {
        const { kind, id: user_id } = refOf(actor);
        const stream = streams.leadsDigest(user_id);
        const command = subscribed
          ? ({ type: 'subscribe', user_id, kind, at: new Date().toISOString() } as const)
          : ({ type: 'unsubscribe', user_id, kind } as const);
        await execute(digest, { stream, command });
        return { success: true, data: { subscribed } };
      },
    }),
  ];
}
