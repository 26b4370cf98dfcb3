import type { DomainEvent, EventData, EventType } from '@landline/event-schemas';
import type { Decider } from '../commands/decider.ts';
import { created, decideUser, evolveUser, isNew, namesOf, type User, type UserCommand } from './user.ts';

type ClientUserEvent = DomainEvent<Extract<EventType, `ClientUser${string}`>>;

/** Undefined until created. */
export type ClientUser = (User & { client_id: string }) | undefined;

export type ClientUserCommand =
  | UserCommand
  /** With a password at hand; `invite` is for one who chooses it by a link. */
  | ({ type: 'create' } & EventData<'ClientUserCreated'>)
  | ({ type: 'invite' } & EventData<'ClientUserCreated'>);

const names = namesOf('ClientUser');

/** A user of a client, called its administrator (spec 000 §1, §6). */
export const clientUser: Decider<ClientUser, ClientUserCommand, ClientUserEvent> = {
  initialState: undefined,
  readsPersonalData: true,

  evolve(state, event) {
    if (event.type === 'ClientUserCreated')
      return { ...created(event.data), client_id: event.data.client_id };
    return state && { ...state, ...evolveUser(state, names.without(event)) };
  },

  decide(command, state) {
    if (command.type !== 'create' && command.type !== 'invite')
      return decideUser(command, state).map(names.with);
    const { type, ...data } = command;
    if (!isNew(state, data.email)) return [];
    const first: ClientUserEvent = { type: 'ClientUserCreated', data };
    return type === 'create'
      ? [first]
      : [first, { type: 'ClientUserInvited', data: { user_id: data.user_id } }];
  },
};
