import { type EventData, streams } from '@landline/event-schemas';
import type { Commands, Origin } from '../../platform/commands/commands.ts';
import { DomainError, isDomainError } from '../../platform/errors.ts';
import { type Execute, executeAs } from '../../platform/http/route.ts';
import { type Claim, createReservations } from '../../platform/reservations/reserve.ts';
import type { IdentityPorts } from '../ports.ts';
import { assertUncommon } from '../sessions/common-passwords.ts';
import { RESERVATION_MS } from '../sessions/constants.ts';
import {
  normalEmail,
  saveCredential,
  saveEmail,
  savePassword,
  type UserKind,
} from '../sessions/credentials.ts';
import { hashPassword } from '../sessions/passwords.ts';
import { clientUser } from './client-user.ts';
import { executeOnUser, loadAccount, type UserRef } from './load-account.ts';
import { staffUser } from './staff-user.ts';
import { isErased } from './user.ts';

type StaffData = EventData<'StaffUserCreated'>;
type ClientData = EventData<'ClientUserCreated'>;
export type NewStaffUser = StaffData & { password: string };
export type NewClientUser = ClientData & { password: string };

type UserDeps = Pick<IdentityPorts, 'pool' | 'secrets' | 'commands'>;

const staffCommand = (type: 'create' | 'invite', data: StaffData, execute: Execute) => (email: string) =>
  execute(staffUser, { stream: streams.staffUser(data.user_id), command: { type, ...data, email } });
const clientCommand = (type: 'create' | 'invite', data: ClientData, execute: Execute) => (email: string) =>
  execute(clientUser, { stream: streams.clientUser(data.user_id), command: { type, ...data, email } });

/**
 * Creates a staff user with a password. Repeating the call completes a creation that a crash interrupted and changes nothing
 * else, not even the password. Throws `EMAIL_TAKEN`.
 */
export const createStaffUser = (ports: UserDeps, { password, ...data }: NewStaffUser, origin: Origin) =>
  createUser(
    ports,
    'staff',
    { ...data, password },
    origin,
    staffCommand('create', data, executeAs(ports.commands, origin)),
  );

/** Creates a client user with a password, like `createStaffUser`. */
export const createClientUser = (ports: UserDeps, { password, ...data }: NewClientUser, origin: Origin) =>
  createUser(
    ports,
    'client',
    { ...data, password },
    origin,
    clientCommand('create', data, executeAs(ports.commands, origin)),
  );

/** Invites a staff user, who sets a password with an emailed link. Safe to repeat, like `createStaffUser`. */
export const inviteStaffUser = (ports: UserDeps, data: StaffData, origin: Origin, execute: Execute) =>
  createUser(ports, 'staff', data, origin, staffCommand('invite', data, execute));

/** Invites a client user, like `inviteStaffUser`. */
export const inviteClientUser = (ports: UserDeps, data: ClientData, origin: Origin, execute: Execute) =>
  createUser(ports, 'client', data, origin, clientCommand('invite', data, execute));

/**
 * Reserves the address, saves the credential, creates the user and confirms the address, in this order, so that a retry
 * completes a creation that a crash interrupted, and the credential is useless until the user exists. Does nothing if the
 * user was erased.
 */
async function createUser(
  { pool, secrets, commands }: UserDeps,
  kind: UserKind,
  user: { user_id: string; email: string; password?: string },
  origin: Origin,
  create: (email: string) => Promise<unknown>,
): Promise<void> {
  const ref = { kind, id: user.user_id };
  const account = await loadAccount(commands, ref);
  if (account && isErased(account)) return;
  // An existing user may have changed the address later and keeps the new one.
  const email = account?.email ?? normalEmail(user.email);
  const claim = claimOf(ref, email);
  if (!account) {
    if (user.password !== undefined) assertUncommon(user.password);
    await reserveEmail({ commands, secrets }, claim, kind, origin);
    const passwordHash = user.password === undefined ? null : await hashPassword(user.password);
    await saveCredential(pool, secrets, kind, { userId: ref.id, email, passwordHash });
  }
  await create(email);
  await createReservations(commands, secrets).confirm(claim, origin);
}

const claimOf = ({ kind, id }: UserRef, email: string): Claim => ({
  kind: `${kind}-email`,
  value: normalEmail(email),
  holder: id,
});

declare module '../../platform/errors.ts' {
  interface ErrorData {
    EMAIL_TAKEN: { holder: string };
  }
}

/** Reserves an address for a user, even one that an erased user had. Throws `EMAIL_TAKEN`. */
async function reserveEmail(
  { commands, secrets }: Pick<UserDeps, 'commands' | 'secrets'>,
  claim: Claim,
  kind: UserKind,
  origin: Origin,
): Promise<void> {
  const reservations = createReservations(commands, secrets);
  const exists = async (id: string) => {
    const account = await loadAccount(commands, { kind, id });
    return account?.email === claim.value || account?.recoveryEmail === claim.value;
  };
  try {
    await reservations.reserve(claim, { forMs: RESERVATION_MS, exists }, origin);
  } catch (error) {
    if (!isDomainError(error, 'VALUE_TAKEN')) throw error;
    const { holder } = error.data;
    const account = await loadAccount(commands, { kind, id: holder });
    if (account && isErased(account)) {
      await reservations.release({ ...claim, holder }, origin);
      return reserveEmail({ commands, secrets }, claim, kind, origin);
    }
    throw new DomainError('conflict', 'EMAIL_TAKEN', 'This email address is already in use.', {
      data: { holder },
      cause: error,
    });
  }
}

/** Omitted fields stay unchanged. */
export interface UserChanges {
  email?: string;
  first_name?: string;
  last_name?: string;
}

/** Changes a user's names and address. Throws `EMAIL_TAKEN`, `USER_UNKNOWN`. */
export async function editUser(
  ports: UserDeps,
  ref: UserRef,
  changes: UserChanges,
  origin: Origin,
  execute: Execute,
): Promise<void> {
  const email = changes.email === undefined ? undefined : normalEmail(changes.email);
  if (email !== undefined) await reserveEmail(ports, claimOf(ref, email), ref.kind, origin);
  const command = { ...changes, ...(email !== undefined && { email }), type: 'edit' } as const;
  await executeOnUser(execute, ref, command, origin.actor);
  if (email !== undefined) await syncEmail(ports, ref, origin);
}

/**
 * Aligns the credential and the reservations with the user's address in the log. Idempotent; a job repeats it in case the
 * request was interrupted.
 */
export async function syncEmail(
  { pool, secrets, commands }: UserDeps,
  ref: UserRef,
  origin: Origin,
): Promise<void> {
  const account = await loadAccount(commands, ref);
  if (!account) return;
  const reservations = createReservations(commands, secrets);
  const { email, recoveryEmail } = account;
  await saveEmail(pool, secrets, ref.kind, { userId: ref.id, email, recoveryEmail });
  // Reserved again, because a concurrent run for an earlier change may have released it as a former address.
  await reserveEmail({ commands, secrets }, claimOf(ref, email), ref.kind, origin);
  await reservations.confirm(claimOf(ref, email), origin);
  for (const former of account.formerEmails) {
    if (former !== email && former !== recoveryEmail)
      await reservations.release(claimOf(ref, former), origin);
  }
}

/**
 * Appends the password event, saves the new password, ends all sessions, and revokes operator tokens and the setup and reset
 * links. Throws `PASSWORD_COMMON`.
 */
export async function setPassword(
  ports: Pick<IdentityPorts, 'pool' | 'sessions' | 'links' | 'operatorTokens'>,
  { id }: UserRef,
  password: string,
  appendEvent: () => Promise<unknown>,
): Promise<void> {
  assertUncommon(password);
  const passwordHash = await hashPassword(password);
  await appendEvent();
  await savePassword(ports.pool, id, passwordHash);
  await ports.sessions.endAllOf(id, 'password_changed');
  await ports.operatorTokens.revokeAllForUser(id);
  await ports.links.revokePasswordLinks(id);
}

/** Ends the sessions that are closed in the log: after a password or role change, or a deactivation. */
export async function syncSessions(
  { sessions, commands }: Pick<IdentityPorts, 'sessions'> & { commands: Pick<Commands, 'load'> },
  ref: UserRef,
): Promise<void> {
  // The rows are read before the log, because a sign-in writes to the log first: each open row is then in the log, unless
  // it was closed there.
  const open = await sessions.openOf(ref.id);
  const account = await loadAccount(commands, ref);
  for (const { id } of open) {
    if (!account?.sessions.includes(id)) await sessions.end(id, 'access_changed');
  }
}
