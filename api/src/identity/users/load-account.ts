import { type Actor, streams } from '@landline/event-schemas';
import { client, isInUse } from '../../clients/clients/client.ts';
import type { Commands } from '../../platform/commands/commands.ts';
import type { Execute } from '../../platform/http/route.ts';
import type { UserKind } from '../sessions/credentials.ts';
import { clientUser } from './client-user.ts';
import { staffUser } from './staff-user.ts';
import type { User, UserCommand } from './user.ts';

export interface UserRef {
  kind: UserKind;
  id: string;
}

export const refOf = ({ id, role }: Actor): UserRef => ({
  kind: role === 'ClientUser' ? 'client' : 'staff',
  id,
});

/** A user of either kind for sign-in and account settings. Users of an inactive client are inactive. */
export interface Account extends User {
  ref: UserRef;
  actor: Actor;
}

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
    isActive: state.isActive && isInUse(ofClient),
  };
}

/** Executes a command on a user's stream. Returns the affected sessions. */
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
