import { timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../secrets.ts';

/** The token of a subscriber's link: it works for as long as the subscription, and for nothing else. */
export const unsubscribeToken = (secrets: Secrets, subscriberId: string): string =>
  `${subscriberId}.${signature(secrets, subscriberId).toString('base64url')}`;

/** Whose token it is, or undefined when we did not make it. */
export function subscriberOf(secrets: Secrets, token: string): string | undefined {
  const [id = '', signed = ''] = token.split('.');
  const expected = signature(secrets, id);
  const given = Buffer.from(signed, 'base64url');
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : undefined;
}

const signature = (secrets: Secrets, id: string) => secrets.hmac('newsletter-unsubscribe', id);
