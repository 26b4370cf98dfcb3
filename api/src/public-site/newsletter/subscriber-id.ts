import type { IdentityPorts } from '../../identity/ports.ts';
import { erasedIds } from '../../platform/commands/subject-keys.ts';

/**
 * Returns the subscriber id of an address, an HMAC. After each erasure, the address gets another id, because the key of the
 * previous one is destroyed.
 */
export async function subscriberIdOf(
  { pool, secrets }: Pick<IdentityPorts, 'pool' | 'secrets'>,
  email: string,
): Promise<string> {
  for (let erasures = 0; ; erasures++) {
    const value = erasures === 0 ? email : `${email} ${erasures}`;
    const id = secrets.hmac('newsletter-email', value).toString('hex');
    const erased = await erasedIds(pool, 'newsletterSubscriber', [id]);
    if (erased.size === 0) return id;
  }
}
