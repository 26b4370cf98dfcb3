import { type Actor, streams } from '@landline/event-schemas';
import { client, isInUse } from '../clients/client.ts';
import type { Commands } from '../commands/commands.ts';
import type { RouteRequest, Session } from '../http/route.ts';
import { clientUser } from './client-user.ts';
import type { UserKind } from './credentials.ts';
import { staffUser } from './staff-user.ts';
import type { User, UserCommand } from './user.ts';

/** One user among both kinds. */
export interface UserRef {
  kind: UserKind;
  id: string;
}

export const refOf = ({ id, role }: Actor): UserRef => ({
  kind: role === 'ClientUser' ? 'client' : 'staff',
  id,
});

/** A user of either kind as sign-in and account settings see them; who is of a client that is not in use is not active. */
export interface Account extends User {
  ref: UserRef;
  /** As whom the user acts. */
  actor: Actor;
  /** Whether a second factor is asked for at sign-in; staff only. */
  hasTwoFactor: boolean;
}

/** The user of that id, or undefined when there is none. */
export async function loadAccount(
  commands: Pick<Commands, 'load'>,
  ref: UserRef,
): Promise<Account | undefined> {
  const { kind, id } = ref;
  if (kind === 'staff') {
    const { state } = await commands.load(staffUser, streams.staffUser(id));
    return state && { ...state, ref, actor: { id, role: state.role } };
  }
  const { state } = await commands.load(clientUser, streams.clientUser(id));
  if (!state) return undefined;
  const { state: ofClient } = await commands.load(client, streams.client(state.client_id));
  return {
    ...state,
    ref,
    actor: { id, role: 'ClientUser', clientId: state.client_id },
    hasTwoFactor: false,
    isActive: state.isActive && isInUse(ofClient),
  };
}

export type Execute = RouteRequest<unknown, unknown, unknown, Session | undefined>['execute'];

/** Runs a command on the stream of a user. Returns the sessions that it concerned. */
export async function executeOnUser(
  execute: Execute,
  { kind, id }: UserRef,
  command: UserCommand,
  actor: Actor,
): Promise<string[]> {
  const { events } =
    kind === 'client'
      ? await execute(clientUser, { stream: streams.clientUser(id), command, actor })
      : await execute(staffUser, { stream: streams.staffUser(id), command, actor });
  return events.flatMap(({ data }) => ('session_id' in data ? [data.session_id] : []));
}
