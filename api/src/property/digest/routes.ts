import { streams } from '@landline/event-schemas';
import { refOf } from '../../identity/users/load-account.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { PropertyPorts } from '../ports.ts';
import { PROPERTY_FINDER_ROLES, WRITERS } from '../request-guards.ts';
import { digestBody, digestResponse } from './contract.ts';
import { digest } from './digest.ts';

/** Only users themselves can subscribe; demo accounts have no email address of their own. */
const SUBSCRIBERS = {
  may: PROPERTY_FINDER_ROLES,
  ofClient: { ...WRITERS.ofClient, notImpersonating: true },
} as const;
const path = '/api/geo/digest';

/** Routes for the caller's subscription to the daily leads email. */
export function digestRoutes({ commands }: PropertyPorts): Route[] {
  return [
    route.get(path, {
      ...SUBSCRIBERS,
      summary: 'Get the subscription of the caller to the daily leads email',
      response: digestResponse,
      async handle({ actor }) {
        const { state } = await commands.load(digest, streams.leadsDigest(actor.id));
        return { success: true, data: { subscribed: state?.isSubscribed ?? false } };
      },
    }),
    route.put(path, {
      ...SUBSCRIBERS,
      summary: 'Subscribe the caller to the daily leads email or unsubscribe them',
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
