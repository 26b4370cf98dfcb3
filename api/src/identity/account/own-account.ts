import { type Actor, STAFF_ROLES } from '@landline/event-schemas';
import type { Context } from 'koa';
import { DomainError, unauthenticated } from '../../platform/errors.ts';
import type { AllowedCallers, ClientRequirements } from '../../platform/http/route.ts';
import type { RateLimit } from '../../platform/metrics/record-request.ts';
import type { IdentityPorts } from '../ports.ts';
import { passwordHashOf, type UserKind } from '../sessions/credentials.ts';
import { verifyPassword } from '../sessions/passwords.ts';
import { type Account, loadAccount, refOf } from '../users/load-account.ts';

/** Demo accounts have no account settings (spec 000 §2, §6); an impersonating SuperAdmin cannot change them. */
const ofClient: ClientRequirements = { notInDemo: true, notImpersonating: true };

/** Base path and access of one kind of user; staff and client users share the account routes. */
export interface AccountKind {
  readonly kind: UserKind;
  readonly path: string;
  readonly access: {
    readonly may: Exclude<AllowedCallers, string>;
    readonly ofClient: ClientRequirements;
  };
}
export const ACCOUNT_KINDS: readonly AccountKind[] = [
  { kind: 'staff', path: '/api/auth', access: { may: STAFF_ROLES, ofClient } },
  { kind: 'client', path: '/api/ai/client-auth', access: { may: ['ClientUser'], ofClient } },
];

/** Loads the caller's own account. */
export async function ownAccount(
  { commands }: Pick<IdentityPorts, 'commands'>,
  actor: Actor,
): Promise<Account> {
  const account = await loadAccount(commands, refOf(actor));
  if (!account) throw unauthenticated();
  return account;
}

/** Confirms a change of credentials by the current password. Throws `PASSWORD_WRONG`, `TOO_MANY_LOGINS`. */
export async function confirmPassword(
  { pool, signInLimits }: Pick<IdentityPorts, 'pool' | 'signInLimits'>,
  { state }: Context,
  { ref }: Account,
  password: string,
): Promise<void> {
  state.rateLimit = 'confirmation' satisfies RateLimit;
  await signInLimits.countConfirmation(ref.id);
  if (!(await verifyPassword(await passwordHashOf(pool, ref.id), password)))
    throw new DomainError('rule_broken', 'PASSWORD_WRONG', 'The password is incorrect.');
  await signInLimits.recordConfirmationSuccess(ref.id);
}
