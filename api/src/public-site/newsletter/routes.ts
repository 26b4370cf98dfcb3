import { streams, VISITOR } from '@landline/event-schemas';
import type { IdentityPorts } from '../../identity/ports.ts';
import { normalEmail } from '../../identity/sessions/credentials.ts';
import { baseUrl } from '../../identity/users/emails.ts';
import { linkInvalid } from '../../platform/errors.ts';
import { csvHeader, csvLine } from '../../platform/http/csv.ts';
import { messageResponse } from '../../platform/http/response-contract.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { createScreening } from '../contact/form-screening.ts';
import {
  NEWSLETTER_FAILED,
  NEWSLETTER_JOINED,
  subscribeBody,
  subscriberList,
  subscriberQuery,
  unsubscribeBody,
} from './contract.ts';
import { allSubscribed, listSubscribers } from './queries.ts';
import { subscriber } from './subscriber.ts';
import { subscriberIdOf } from './subscriber-id.ts';
import { subscriberOf, unsubscribeToken } from './unsubscribe-link.ts';

const ROLES = ['SuperAdmin'] as const;

/** Routes for the early-access newsletter (spec 000 §7): one subscription per address. */
export function newsletterRoutes({ pool, pg, secrets, config }: IdentityPorts): Route[] {
  const screening = createScreening(pg, secrets);
  return [
    route.post('/api/newsletter/subscribe', {
      may: 'anyone',
      summary: 'Sign up for the newsletter',
      body: subscribeBody,
      response: messageResponse,
      async handle({ body, ctx, execute }) {
        const screeningResult = await screening.screen('newsletter', ctx, body, NEWSLETTER_FAILED);
        if (screeningResult.accept) {
          const email = normalEmail(body.email);
          const subscriber_id = await subscriberIdOf({ pool, secrets }, email);
          await execute(subscriber, {
            stream: streams.newsletterSubscriber(subscriber_id),
            actor: VISITOR,
            command: { type: 'subscribe', subscriber_id, email },
          });
        }
        return { success: true, message: NEWSLETTER_JOINED };
      },
    }),
    route.post('/api/newsletter/unsubscribe', {
      may: 'anyone',
      summary: 'Unsubscribe by the link of the subscription',
      body: unsubscribeBody,
      response: messageResponse,
      async handle({ body: { token }, execute }) {
        const subscriber_id = subscriberOf(secrets, token);
        if (subscriber_id === undefined) throw linkInvalid();
        await execute(subscriber, {
          stream: streams.newsletterSubscriber(subscriber_id),
          actor: VISITOR,
          command: { type: 'unsubscribe', subscriber_id },
        });
        return { success: true, message: 'You have been unsubscribed.' };
      },
    }),
    route.get('/api/newsletter/subscribers', {
      may: ROLES,
      summary: 'Newsletter subscribers',
      query: subscriberQuery,
      response: subscriberList,
      reads: ['inbox'],
      handle: ({ query }) => listSubscribers(pool, query),
    }),
    route.get('/api/newsletter/export', {
      may: ROLES,
      summary: 'All current subscribers with their unsubscribe links as CSV',
      reads: ['inbox'],
      async handle({ ctx }) {
        const subscribers = await allSubscribed(pool);
        const link = (id: string) =>
          new URL(`/newsletter/unsubscribe?token=${unsubscribeToken(secrets, id)}`, baseUrl({ config }));
        ctx.type = 'text/csv; charset=utf-8';
        ctx.attachment('newsletter.csv');
        ctx.body = [
          csvHeader(['email', 'status', 'since', 'unsubscribe_link']),
          ...subscribers.map(({ id, email, status, changedAt }) =>
            csvLine([email, status, changedAt, link(id).href]),
          ),
        ].join('');
      },
    }),
  ];
}
