import { randomBytes } from 'node:crypto';
import { SYSTEM } from '@landline/event-schemas';
import { executeAs } from '../../platform/http/route.ts';
import type { IdentityPorts } from '../ports.ts';
import { findCredential } from '../sessions/credentials.ts';
import { executeOnUser, loadAccount } from './load-account.ts';
import { setPassword } from './users.ts';

/** Returns a random password that satisfies the rules (spec 000 §5). */
const randomPassword = () => `${randomBytes(15).toString('base64url')}-aA1`;

/**
 * Sets a random password for a staff member; for the operator's command line only. Ends all sessions; `twoFactorOff` also
 * disables two-factor sign-in. Returns undefined for an unknown address.
 */
export async function resetStaffPassword(
  ports: IdentityPorts,
  email: string,
  { twoFactorOff, correlationId }: { twoFactorOff: boolean; correlationId: string },
): Promise<{ email: string; password: string } | undefined> {
  const { pool, secrets, commands, twoFactor } = ports;
  const credential = await findCredential(pool, secrets, 'staff', email);
  const ref = { kind: 'staff', id: credential?.user_id ?? '' } as const;
  const account = credential && (await loadAccount(commands, ref));
  if (!account) return undefined;
  const origin = { actor: SYSTEM, correlationId };
  if (twoFactorOff) {
    await executeOnUser(executeAs(commands, origin), ref, { type: 'disable_two_factor' }, SYSTEM);
    await twoFactor.remove(ref.id);
  }
  const password = randomPassword();
  await setPassword(ports, ref, password, () =>
    executeOnUser(executeAs(commands, origin), ref, { type: 'reset_password' }, SYSTEM),
  );
  return { email: account.email, password };
}
