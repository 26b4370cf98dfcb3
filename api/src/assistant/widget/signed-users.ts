import { createHmac } from 'node:crypto';
import { constantTimeEquals } from '../../platform/constant-time-equals.ts';
import type { Secrets } from '../../platform/secrets.ts';

/** Returns the secret with which a client's server signs user ids. The secret is derived and never stored. */
export const identitySecretOf = (secrets: Secrets, clientId: string, generation: number): string =>
  secrets.hmac('widget identity', `${clientId}\n${generation}`).toString('base64url');

/** Returns whether `signature` is the hex-encoded HMAC-SHA-256 of `userId` with the client's secret. */
export function isSignedUser(secret: string, userId: string, signature: string): boolean {
  const expected = createHmac('sha256', secret).update(userId).digest();
  return constantTimeEquals(Buffer.from(signature, 'hex'), expected);
}
