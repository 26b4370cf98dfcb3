import { streams, VISITOR } from '@landline/event-schemas';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import { createScreening } from '../forms/screening.ts';
import { csvLine } from '../http/csv.ts';
import { type Route, route } from '../http/route.ts';
import { normalEmail } from '../identity/credentials.ts';
import {
  NEWSLETTER_FAILED,
  NEWSLETTER_JOINED,
  newsletterAnswer,
  subscribeBody,
  subscriberList,
  subscriberQuery,
  unsubscribeBody,
} from './contract.ts';
import { allSubscribed, listSubscribers } from './queries.ts';
import { subscriber } from './subscriber.ts';
import { subscriberOf, unsubscribeToken } from './unsubscribe-link.ts';

const MAY = ['SuperAdmin'] as const;

/** The early-access newsletter (spec 000 §7): one subscription an address, told apart by its HMAC. */
export function newsletterRoutes({ pool, pg, secrets, config }: Deps): Route[] {
  const screening = createScreening(pg, secrets);
  return [
    route({
      method: 'POST',
      path: '/api/newsletter/subscribe',
      may: 'anyone',
      summary: 'Sign up for the newsletter',
      body: subscribeBody,
      response: newsletterAnswer,
      async handle({ body, ctx, execute }) {
        const verdict = await screening.screen('newsletter', ctx, body, NEWSLETTER_FAILED);
        if (verdict.take) {
          const email = normalEmail(body.email);
          const subscriber_id = secrets.hmac('newsletter-email', email).toString('hex');
          await execute(subscriber, {
            stream: streams.newsletterSubscriber(subscriber_id),
            actor: VISITOR,
            command: { type: 'subscribe', subscriber_id, email },
          });
        }
        return { success: true, message: NEWSLETTER_JOINED };
      },
    }),
    route({
      method: 'POST',
      path: '/api/newsletter/unsubscribe',
      may: 'anyone',
      summary: 'Leave the newsletter, by the link of the subscription',
      body: unsubscribeBody,
      response: newsletterAnswer,
      async handle({ body: { token }, execute }) {
        const subscriber_id = subscriberOf(secrets, token);
        if (subscriber_id === undefined) {
          throw new DomainError(
            'not_found',
            'LINK_INVALID',
            'The link you followed is invalid or has expired.',
          );
        }
        await execute(subscriber, {
          stream: streams.newsletterSubscriber(subscriber_id),
          actor: VISITOR,
          command: { type: 'unsubscribe', subscriber_id },
        });
        return { success: true, message: 'You have been unsubscribed.' };
      },
    }),
    route({
      method: 'GET',
      path: '/api/newsletter/subscribers',
      may: MAY,
      summary: 'Addresses of the newsletter',
      query: subscriberQuery,
      response: subscriberList,
      reads: ['inbox'],
      handle: ({ query }) => listSubscribers(pool, query),
    }),
    route({
      method: 'GET',
      path: '/api/newsletter/export',
      may: MAY,
      summary: 'Everybody who is subscribed, with the link to leave, as CSV',
      reads: ['inbox'],
      async handle({ ctx }) {
        const subscribed = await allSubscribed(pool);
        const link = (id: string) =>
          new URL(
            `/newsletter/unsubscribe?token=${unsubscribeToken(secrets, id)}`,
            config.PUBLIC_URL ?? ctx.origin,
          );
        ctx.type = 'text/csv; charset=utf-8';
        ctx.attachment('newsletter.csv');
        ctx.body = [
          csvLine(['email', 'status', 'since', 'unsubscribe_link']),
          ...subscribed.map(({ id, email, status, changedAt }) =>
            csvLine([email, status, changedAt, link(id).href]),
          ),
        ].join('');
      },
    }),
  ];
}
