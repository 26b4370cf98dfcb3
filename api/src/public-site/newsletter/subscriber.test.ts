import { describe, test } from 'vitest';
import { specification } from '../../testing/decider.ts';
import { subscriber } from './subscriber.ts';

const given = specification(subscriber);

const data = { subscriber_id: 's1', email: 'ada@example.com' };
const subscribed = { type: 'NewsletterSubscribed', data } as const;
const unsubscribed = { type: 'NewsletterUnsubscribed', data: { subscriber_id: 's1' } } as const;
const subscribe = { type: 'subscribe', ...data } as const;
const unsubscribe = { type: 'unsubscribe', subscriber_id: 's1' } as const;

describe('an address on the newsletter', () => {
  test('is subscribed', () => given().when(subscribe).then(subscribed));
  test('ignores a repeated subscription', () => given(subscribed).when(subscribe).thenNothing());
  test('unsubscribes', () => given(subscribed).when(unsubscribe).then(unsubscribed));
  test('ignores a repeated unsubscription', () =>
    given(subscribed, unsubscribed).when(unsubscribe).thenNothing());
  test('can subscribe again', () => given(subscribed, unsubscribed).when(subscribe).then(subscribed));
  test('rejects unsubscribing an unknown address', () =>
    given().when(unsubscribe).thenRejected('SUBSCRIBER_UNKNOWN'));
});
