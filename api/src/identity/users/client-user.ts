import type { DomainEvent, EventData, EventType } from '@landline/event-schemas';
import type { Decider } from '../../platform/commands/decider.ts';
import { decideUser, eventNames, evolveUser, isNew, newUser, type User, type UserCommand } from './user.ts';

type ClientUserEvent = DomainEvent<Extract<EventType, `ClientUser${string}`>>;

/** Undefined until created. */
export type ClientUser = (User & { client_id: string }) | undefined;

export type ClientUserCommand =
  | UserCommand
  /** `create` comes with a password; an invited user sets it by a link. */
  | ({ type: 'create' } & EventData<'ClientUserCreated'>)
  | ({ type: 'invite' } & EventData<'ClientUserCreated'>);

const names = eventNames('ClientUser');

/** A client's user, called its administrator (spec 000 §1, §6). */
export const clientUser: Decider<ClientUser, ClientUserCommand, ClientUserEvent> = {
  initialState: undefined,
  readsPersonalData: true,

  evolve(state, event) {
    if (event.type === 'ClientUserCreated')
      return { ...newUser(event.data), client_id: event.data.client_id };
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
