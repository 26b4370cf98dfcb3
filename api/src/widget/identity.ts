import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../secrets.ts';

/** The secret that a client's own server signs its users' ids with. Derived: it is kept nowhere. */
export const secretOf = (secrets: Secrets, clientId: string, generation: number): string =>
  secrets.hmac('widget identity', `${clientId}\n${generation}`).toString('base64url');

/** Whether this is the user's id as the client has signed it: hex of HMAC-SHA-256 with the client's secret. */
export function isSignedUser(secret: string, userId: string, signature: string): boolean {
  const expected = createHmac('sha256', secret).update(userId).digest();
  const given = Buffer.from(signature, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
