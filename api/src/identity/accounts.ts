import { type Actor, streams } from '@landline/event-schemas';
import type { Commands } from '../commands/commands.ts';
import type { RouteRequest, Session } from '../http/route.ts';
import { clientUser } from './client-user.ts';
import type { UserKind } from './credentials.ts';
import { type StaffUserCommand, staffUser } from './staff-user.ts';

/** A user of either kind as sign-in sees them. */
export interface Account {
  /** As whom the user acts. */
  actor: Actor;
  email: string;
  firstName: string;
  lastName: string;
}

/** The user of that id, or undefined when there is none. */
export async function loadAccount(
  commands: Commands,
  kind: UserKind,
  userId: string,
): Promise<Account | undefined> {
  if (kind === 'staff') {
    const { state } = await commands.load(staffUser, streams.staffUser(userId));
    return state && { actor: { id: userId, role: state.role }, ...namesOf(state) };
  }
  const { state } = await commands.load(clientUser, streams.clientUser(userId));
  return state && { actor: { id: userId, role: 'ClientUser', clientId: state.client_id }, ...namesOf(state) };
}

const namesOf = (user: { email: string; first_name: string; last_name: string }) => ({
  email: user.email,
  firstName: user.first_name,
  lastName: user.last_name,
});

/** Staff and client users have the same rules for their sessions. */
type SessionCommand = Exclude<StaffUserCommand, { type: 'create' }>;
type Execute = RouteRequest<unknown, unknown, unknown, Session | undefined>['execute'];

/** Runs a command about a session on the stream of its user. Returns the sessions that it concerned. */
export async function executeOnUser(
  execute: Execute,
  user: Actor,
  command: SessionCommand,
  actor: Actor = user,
): Promise<string[]> {
  const { events } =
    user.role === 'ClientUser'
      ? await execute(clientUser, { stream: streams.clientUser(user.id), command, actor })
      : await execute(staffUser, { stream: streams.staffUser(user.id), command, actor });
  return events.flatMap(({ data }) => ('session_id' in data ? [data.session_id] : []));
}
