import { z } from 'zod';
import { forgotPasswordBody } from '../../identity/sessions/contract.ts';
import { pageResponse } from '../../platform/http/response-contract.ts';
import { screenedFields } from '../contact/form-contract.ts';

/** Messages prescribed by spec 000 §8. */
export const NEWSLETTER_JOINED = "Welcome to early access! We'll be in touch soon.";
export const NEWSLETTER_FAILED = 'Something went wrong. Please try again.';

/** POST /api/newsletter/subscribe (spec 000 §7). */
export const subscribeBody = z.object({
  email: forgotPasswordBody.shape.email,
  status: z.literal('subscribed'),
  ...screenedFields,
});

/** POST /api/newsletter/unsubscribe: `token` of the link. */
export const unsubscribeBody = z.object({ token: z.string().max(500) });

export const SUBSCRIBER_STATUSES = ['subscribed', 'unsubscribed'] as const;
export const subscriberStatus = z.enum(SUBSCRIBER_STATUSES);
export type SubscriberStatus = z.infer<typeof subscriberStatus>;

export const subscriber = z.object({
  id: z.string(),
  email: z.string(),
  status: subscriberStatus,
  /** Time of the last change. */
  changedAt: z.iso.datetime(),
});
export type Subscriber = z.infer<typeof subscriber>;

export const subscriberQuery = z.object({
  status: subscriberStatus.optional(),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
});

/** GET /api/newsletter/subscribers: most recently changed first. */
export const subscriberList = pageResponse(subscriber).extend({
  counts: z.object({ subscribed: z.int(), unsubscribed: z.int() }),
});
export type SubscriberList = z.infer<typeof subscriberList>;
