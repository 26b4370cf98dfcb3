import { randomBytes } from 'node:crypto';
import { SYSTEM, streams } from '@landline/event-schemas';
import type { Deps } from '../deps.ts';
import { executeOnUser, loadAccount } from './accounts.ts';
import { findCredential } from './credentials.ts';
import { staffUser } from './staff-user.ts';
import { setPassword } from './users.ts';

/** A fresh password with a character of each kind that a link would ask for (spec 000 §5). */
const freshPassword = () => `${randomBytes(15).toString('base64url')}-aA1`;

/**
 * Gives a member of staff a fresh password, for whoever runs the machine and nobody else: no mail, no sign-in. All
 * sessions end. With `twoFactorOff` the second factor goes too. Undefined for an address that nobody has.
 */
export async function resetStaffPassword(
  deps: Deps,
  email: string,
  { twoFactorOff, correlationId }: { twoFactorOff: boolean; correlationId: string },
): Promise<{ email: string; password: string } | undefined> {
  const { pool, secrets, commands, twoFactor } = deps;
  const credential = await findCredential(pool, secrets, 'staff', email);
  const ref = { kind: 'staff', id: credential?.user_id ?? '' } as const;
  const account = credential && (await loadAccount(commands, ref));
  if (!account) return undefined;
  const origin = { actor: SYSTEM, correlationId };
  if (twoFactorOff) {
    const command = { type: 'disable_two_factor' } as const;
    await commands.execute(staffUser, { ...origin, stream: streams.staffUser(ref.id), command });
    await twoFactor.remove(ref.id);
  }
  const password = freshPassword();
  await setPassword(deps, ref, password, () =>
    executeOnUser(
      (decider, execution) => commands.execute(decider, { ...execution, ...origin }),
      ref,
      { type: 'reset_password' },
      SYSTEM,
    ),
  );
  return { email: account.email, password };
}
