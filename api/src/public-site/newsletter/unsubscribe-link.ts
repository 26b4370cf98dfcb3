import { constantTimeEquals } from '../../platform/constant-time-equals.ts';
import type { Secrets } from '../../platform/secrets.ts';

/** Returns the token of a subscriber's unsubscribe link, which does not expire. */
export const unsubscribeToken = (secrets: Secrets, subscriberId: string): string =>
  `${subscriberId}.${signature(secrets, subscriberId).toString('base64url')}`;

/** Returns the subscriber id of a valid token. */
export function subscriberOf(secrets: Secrets, token: string): string | undefined {
  const [id = '', signed = ''] = token.split('.');
  return constantTimeEquals(Buffer.from(signed, 'base64url'), signature(secrets, id)) ? id : undefined;
}

const signature = (secrets: Secrets, id: string) => secrets.hmac('newsletter-unsubscribe', id);
