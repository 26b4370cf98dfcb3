import { describe, test } from 'vitest';
import { specification } from '../testing/decider.ts';
import { subscriber } from './subscriber.ts';

const given = specification(subscriber);

const data = { subscriber_id: 's1', email: 'ada@example.com' };
const subscribed = { type: 'NewsletterSubscribed', data } as const;
const unsubscribed = { type: 'NewsletterUnsubscribed', data: { subscriber_id: 's1' } } as const;
const subscribe = { type: 'subscribe', ...data } as const;
const unsubscribe = { type: 'unsubscribe', subscriber_id: 's1' } as const;

describe('an address on the newsletter', () => {
  test('is subscribed', () => given().when(subscribe).then(subscribed));
  test('is subscribed once', () => given(subscribed).when(subscribe).thenNothing());
  test('leaves', () => given(subscribed).when(unsubscribe).then(unsubscribed));
  test('leaves once', () => given(subscribed, unsubscribed).when(unsubscribe).thenNothing());
  test('comes back', () => given(subscribed, unsubscribed).when(subscribe).then(subscribed));
  test('that was never there cannot leave', () =>
    given().when(unsubscribe).thenRefused('SUBSCRIBER_UNKNOWN'));
});
