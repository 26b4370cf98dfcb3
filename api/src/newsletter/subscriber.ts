import type { DomainEvent, EventData } from '@landline/event-schemas';
import type { Decider } from '../commands/decider.ts';
import { DomainError } from '../errors.ts';

export type SubscriberState = { status: 'unknown' | 'subscribed' | 'unsubscribed' };

export type SubscriberCommand =
  | ({ type: 'subscribe' } & EventData<'NewsletterSubscribed'>)
  | { type: 'unsubscribe'; subscriber_id: string };

/** An e-mail address on the newsletter's list: subscribing twice changes nothing, and coming back is possible. */
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
    if (status === 'unknown') {
      throw new DomainError('not_found', 'SUBSCRIBER_UNKNOWN', 'The requested resource was not found.');
    }
    return status === 'subscribed' ? [{ type: 'NewsletterUnsubscribed', data: { subscriber_id } }] : [];
  },
};
