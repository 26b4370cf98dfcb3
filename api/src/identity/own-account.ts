import { type Actor, STAFF_ROLES } from '@landline/event-schemas';
import type { Context } from 'koa';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import { unauthenticated } from '../http/errors.ts';
import type { ClientRequirements, May } from '../http/route.ts';
import { type Account, loadAccount, refOf } from './accounts.ts';
import { passwordHashOf, type UserKind } from './credentials.ts';
import { isPassword } from './passwords.ts';

/** Where the routes of one kind of user are: the two have the same account settings. */
export interface Door {
  readonly kind: UserKind;
  readonly path: string;
  readonly may: Exclude<May, string>;
}
export const DOORS: readonly Door[] = [
  { kind: 'staff', path: '/api/auth', may: STAFF_ROLES },
  { kind: 'client', path: '/api/ai/client-auth', may: ['ClientUser'] },
];

/**
 * Of the account settings: demo accounts have none (spec 000 §2, §6), and a SuperAdmin who acts as a client leaves
 * its users' alone.
 */
export const OWN_SETTINGS: ClientRequirements = { notInDemo: true, notImpersonating: true };

/** The caller's own account. */
export async function ownAccount({ commands }: Pick<Deps, 'commands'>, actor: Actor): Promise<Account> {
  const account = await loadAccount(commands, refOf(actor));
  if (!account) throw unauthenticated();
  return account;
}

/** Whoever changes how an account opens gives its password again. Throws `PASSWORD_WRONG`, `TOO_MANY_LOGINS`. */
export async function confirmPassword(
  { pool, signInLimits }: Pick<Deps, 'pool' | 'signInLimits'>,
  { ip }: Context,
  { ref }: Account,
  password: string,
): Promise<void> {
  const from = { ip, account: `confirm-${ref.id}` };
  await signInLimits.attempt(from);
  if (!(await isPassword(await passwordHashOf(pool, ref.id), password)))
    throw new DomainError('rule_broken', 'PASSWORD_WRONG', 'The password is incorrect.');
  await signInLimits.succeeded(from);
}
