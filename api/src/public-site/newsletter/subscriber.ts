import type { DomainEvent, EventData } from '@landline/event-schemas';
import type { Decider } from '../../platform/commands/decider.ts';
import { notFound } from '../../platform/errors.ts';

export type SubscriberState = { status: 'unknown' | 'subscribed' | 'unsubscribed' };

export type SubscriberCommand =
  | ({ type: 'subscribe' } & EventData<'NewsletterSubscribed'>)
  | { type: 'unsubscribe'; subscriber_id: string };

/** A newsletter subscription of an email address. */
export const subscriber: Decider<
  SubscriberState,
  SubscriberCommand,
  DomainEvent<'NewsletterSubscribed' | 'NewsletterUnsubscribed'>
> = {
  initialState: { status: 'unknown' },

  evolve: (_state, event) => ({
    status: event.type === 'NewsletterSubscribed' ? 'subscribed' : 'unsubscribed',
  }),

  decide(command, { status }) {
    const { subscriber_id } = command;
    if (command.type === 'subscribe') {
      if (status === 'subscribed') return [];
      return [{ type: 'NewsletterSubscribed', data: { subscriber_id, email: command.email } }];
    }
    if (status === 'unknown') throw notFound('SUBSCRIBER_UNKNOWN');
    return status === 'subscribed' ? [{ type: 'NewsletterUnsubscribed', data: { subscriber_id } }] : [];
  },
};
