import { type EventData, streams } from '@landline/event-schemas';
import type { Commands, Origin } from '../commands/commands.ts';
import type { Deps } from '../deps.ts';
import { DomainError, isDomainError } from '../errors.ts';
import { type Claim, createReservations } from '../reservations/reserve.ts';
import { type Execute, executeOnUser, loadAccount, type UserRef } from './accounts.ts';
import { clientUser } from './client-user.ts';
import { RESERVATION_MS } from './constants.ts';
import { keepCredential, keepEmail, keepPassword, normalEmail, type UserKind } from './credentials.ts';
import { hashPassword } from './passwords.ts';
import { staffUser } from './staff-user.ts';

type StaffData = EventData<'StaffUserCreated'>;
type ClientData = EventData<'ClientUserCreated'>;
export type NewStaffUser = StaffData & { password: string };
export type NewClientUser = ClientData & { password: string };

type UserDeps = Pick<Deps, 'pool' | 'secrets' | 'commands'>;

/**
 * Creates a member of staff who can sign in. The ids come with the call: repeating it, after a crash too, finishes
 * what is unfinished and changes nothing that is finished (the password neither). Throws `EMAIL_TAKEN`.
 */
export function createStaffUser(deps: UserDeps, user: NewStaffUser, origin: Origin): Promise<void> {
  const { password, ...data } = user;
  const stream = streams.staffUser(data.user_id);
  return createUser(
    deps,
    { kind: 'staff', id: data.user_id },
    { email: data.email, password },
    origin,
    (email) =>
      deps.commands.execute(staffUser, { ...origin, stream, command: { type: 'create', ...data, email } }),
  );
}

/** Creates a client's user who can sign in; as `createStaffUser`. */
export function createClientUser(deps: UserDeps, user: NewClientUser, origin: Origin): Promise<void> {
  const { password, ...data } = user;
  const stream = streams.clientUser(data.user_id);
  return createUser(
    deps,
    { kind: 'client', id: data.user_id },
    { email: data.email, password },
    origin,
    (email) =>
      deps.commands.execute(clientUser, { ...origin, stream, command: { type: 'create', ...data, email } }),
  );
}

/** Invites a member of staff, who chooses a password by the link of a mail; as `createStaffUser`. */
export function inviteStaffUser(
  deps: UserDeps,
  data: StaffData,
  origin: Origin,
  execute: Execute,
): Promise<void> {
  const stream = streams.staffUser(data.user_id);
  return createUser(deps, { kind: 'staff', id: data.user_id }, { email: data.email }, origin, (email) =>
    execute(staffUser, { stream, command: { type: 'invite', ...data, email } }),
  );
}

/** Invites a client's user; as `inviteStaffUser`. */
export function inviteClientUser(
  deps: UserDeps,
  data: ClientData,
  origin: Origin,
  execute: Execute,
): Promise<void> {
  const stream = streams.clientUser(data.user_id);
  return createUser(deps, { kind: 'client', id: data.user_id }, { email: data.email }, origin, (email) =>
    execute(clientUser, { stream, command: { type: 'invite', ...data, email } }),
  );
}

/**
 * Address reserved, credential kept, user created, address confirmed, in this order: whatever a crash leaves out
 * is done by the next try, and until the user exists the credential opens nothing.
 */
async function createUser(
  { pool, secrets, commands }: UserDeps,
  ref: UserRef,
  user: { email: string; password?: string },
  origin: Origin,
  create: (email: string) => Promise<unknown>,
): Promise<void> {
  const account = await loadAccount(commands, ref);
  // One who was made may have another address by now, and keeps it.
  const email = account?.email ?? normalEmail(user.email);
  const claim = claimOf(ref, email);
  if (!account) {
    await reserveEmail({ commands, secrets }, claim, ref.kind, origin);
    const passwordHash = user.password === undefined ? null : await hashPassword(user.password);
    await keepCredential(pool, secrets, ref.kind, { userId: ref.id, email, passwordHash });
  }
  await create(email);
  await createReservations(commands, secrets).confirm(claim, origin);
}

const claimOf = ({ kind, id }: UserRef, email: string): Claim => ({
  kind: `${kind}-email`,
  value: normalEmail(email),
  holder: id,
});

async function reserveEmail(
  { commands, secrets }: Pick<UserDeps, 'commands' | 'secrets'>,
  claim: Claim,
  kind: UserKind,
  origin: Origin,
): Promise<void> {
  const exists = async (id: string) => (await loadAccount(commands, { kind, id }))?.email === claim.value;
  try {
    await createReservations(commands, secrets).reserve(claim, { forMs: RESERVATION_MS, exists }, origin);
  } catch (error) {
    if (!isDomainError(error, 'VALUE_TAKEN')) throw error;
    throw new DomainError('conflict', 'EMAIL_TAKEN', 'This email address is already in use.', {
      cause: error,
    });
  }
}

/** What of a user can be edited. What is left out stays as it is. */
export interface UserChanges {
  email?: string;
  first_name?: string;
  last_name?: string;
}

/** Changes a user's names and address, which stays unique among its kind. Throws `EMAIL_TAKEN`, `USER_UNKNOWN`. */
export async function editUser(
  deps: UserDeps,
  ref: UserRef,
  changes: UserChanges,
  origin: Origin,
  execute: Execute,
): Promise<void> {
  const email = changes.email === undefined ? undefined : normalEmail(changes.email);
  if (email !== undefined) await reserveEmail(deps, claimOf(ref, email), ref.kind, origin);
  const command = { ...changes, ...(email !== undefined && { email }), type: 'edit' } as const;
  await executeOnUser(execute, ref, command, origin.actor);
  if (email !== undefined) await settleEmail(deps, ref, origin);
}

/**
 * Brings what depends on a user's address in line with the log: the credential, the reservation of the present
 * address, and those of former ones. Repeating it is harmless; a job does so, whatever became of the request.
 */
export async function settleEmail(
  { pool, secrets, commands }: UserDeps,
  ref: UserRef,
  origin: Origin,
): Promise<void> {
  const account = await loadAccount(commands, ref);
  if (!account) return;
  const reservations = createReservations(commands, secrets);
  await keepEmail(pool, secrets, ref.kind, { userId: ref.id, email: account.email });
  await reservations.confirm(claimOf(ref, account.email), origin);
  for (const former of account.formerEmails) {
    if (former !== account.email) await reservations.release(claimOf(ref, former), origin);
  }
}

/**
 * A new password: it is written down that there is one, then it is kept, then every session ends and every link
 * that was sent is void.
 */
export async function setPassword(
  deps: Pick<Deps, 'pool' | 'sessions' | 'links'>,
  { id }: UserRef,
  password: string,
  writeDown: () => Promise<unknown>,
): Promise<void> {
  const passwordHash = await hashPassword(password);
  await writeDown();
  await keepPassword(deps.pool, id, passwordHash);
  await deps.sessions.endAllOf(id, 'password_changed');
  await deps.links.revoke(id);
}

/** Ends the sessions that the log does not know any more: after a new password, a new role, a deactivation. */
export async function settleSessions(
  { sessions, commands }: Pick<Deps, 'sessions'> & { commands: Pick<Commands, 'load'> },
  ref: UserRef,
): Promise<void> {
  // Who is read first was written down first: a session that begins now is in both, or in neither.
  const open = await sessions.openOf(ref.id);
  const account = await loadAccount(commands, ref);
  for (const { id } of open) {
    if (!account?.sessions.includes(id)) await sessions.end(id, 'access_changed');
  }
}
