import { type EventData, streams } from '@landline/event-schemas';
import type { Origin } from '../commands/commands.ts';
import type { Deps } from '../deps.ts';
import { DomainError, isDomainError } from '../errors.ts';
import { createReservations } from '../reservations/reserve.ts';
import { client } from './client.ts';
import { clientUser } from './client-user.ts';
import { RESERVATION_MS } from './constants.ts';
import { keepCredential, normalEmail, type UserKind } from './credentials.ts';
import { hashPassword } from './passwords.ts';
import { staffUser } from './staff-user.ts';

export type NewStaffUser = EventData<'StaffUserCreated'> & { password: string };
export type NewClientUser = EventData<'ClientUserCreated'> & { password: string };

type UserDeps = Pick<Deps, 'pool' | 'secrets' | 'commands'>;

/**
 * Creates a member of staff who can sign in. The ids come with the call: repeating it, after a crash too, finishes
 * what is unfinished and changes nothing that is finished (the password neither). Throws `EMAIL_TAKEN`.
 */
export function createStaffUser(deps: UserDeps, user: NewStaffUser, origin: Origin): Promise<void> {
  const { password, ...data } = user;
  const stream = streams.staffUser(data.user_id);
  const email = normalEmail(data.email);
  return createUser(deps, 'staff', { ...data, email, password }, origin, {
    exists: async (id) => (await deps.commands.load(staffUser, streams.staffUser(id))).state !== undefined,
    create: () =>
      deps.commands.execute(staffUser, { ...origin, stream, command: { type: 'create', ...data, email } }),
  });
}

/** Creates a client's user who can sign in; as `createStaffUser`. */
export function createClientUser(deps: UserDeps, user: NewClientUser, origin: Origin): Promise<void> {
  const { password, ...data } = user;
  const stream = streams.clientUser(data.user_id);
  const email = normalEmail(data.email);
  return createUser(deps, 'client', { ...data, email, password }, origin, {
    exists: async (id) => (await deps.commands.load(clientUser, streams.clientUser(id))).state !== undefined,
    create: () =>
      deps.commands.execute(clientUser, { ...origin, stream, command: { type: 'create', ...data, email } }),
  });
}

/** Creates a client. The id comes with the call: repeating it changes nothing. */
export async function createClient(
  deps: UserDeps,
  data: EventData<'ClientCreated'>,
  origin: Origin,
): Promise<void> {
  await deps.commands.execute(client, {
    ...origin,
    stream: streams.client(data.client_id),
    command: { type: 'create', ...data },
  });
}

/**
 * Address reserved, credential kept, user created, address confirmed, in this order: whatever a crash leaves out
 * is done by the next try, and until the user exists the credential opens nothing.
 */
async function createUser(
  { pool, secrets, commands }: UserDeps,
  kind: UserKind,
  user: { user_id: string; email: string; password: string },
  origin: Origin,
  { exists, create }: { exists: (userId: string) => Promise<boolean>; create: () => Promise<unknown> },
): Promise<void> {
  const reservations = createReservations(commands, secrets);
  const claim = { kind: `${kind}-email`, value: user.email, holder: user.user_id };
  try {
    await reservations.reserve(claim, { forMs: RESERVATION_MS, exists }, origin);
  } catch (error) {
    if (!isDomainError(error, 'VALUE_TAKEN')) throw error;
    throw new DomainError('conflict', 'EMAIL_TAKEN', 'This email address is already in use.', {
      cause: error,
    });
  }
  if (!(await exists(user.user_id))) {
    const passwordHash = await hashPassword(user.password);
    await keepCredential(pool, secrets, kind, { userId: user.user_id, email: user.email, passwordHash });
    await create();
  }
  await reservations.confirm(claim, origin);
}
