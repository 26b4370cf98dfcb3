import type { DomainEvent, EventData, EventType, StaffRole } from '@landline/event-schemas';
import type { Decider } from '../commands/decider.ts';
import {
  created,
  decideUser,
  evolveUser,
  isNew,
  namesOf,
  type User,
  type UserCommand,
  userUnknown,
} from './user.ts';

type StaffUserEvent = DomainEvent<Extract<EventType, `StaffUser${string}`>>;

/** Undefined until created. */
export type StaffUser = (User & { role: StaffRole; hasTwoFactor: boolean }) | undefined;

export type StaffUserCommand =
  | UserCommand
  /** With a password at hand; `invite` is for one who chooses it by a link. */
  | ({ type: 'create' } & EventData<'StaffUserCreated'>)
  | ({ type: 'invite' } & EventData<'StaffUserCreated'>)
  /** Without `role` or `active` that stays as it is. That a SuperAdmin remains is seen to by the caller. */
  | { type: 'administer'; role?: StaffRole; active?: boolean }
  | { type: 'enable_two_factor' }
  | { type: 'disable_two_factor' };

const names = namesOf('StaffUser');

/** A member of staff (spec 000 §1, §6). */
export const staffUser: Decider<StaffUser, StaffUserCommand, StaffUserEvent> = {
  initialState: undefined,
  readsPersonalData: true,

  evolve(state, event) {
    if (event.type === 'StaffUserCreated')
      return { ...created(event.data), role: event.data.role, hasTwoFactor: false };
    if (!state) return state;
    switch (event.type) {
      case 'StaffUserRoleChanged':
        return { ...state, role: event.data.role, sessions: [] };
      case 'StaffUserTwoFactorEnabled':
        return { ...state, hasTwoFactor: true };
      case 'StaffUserTwoFactorDisabled':
        return { ...state, hasTwoFactor: false };
      default:
        return { ...state, ...evolveUser(state, names.without(event)) };
    }
  },

  decide(command, state) {
    if (command.type === 'create' || command.type === 'invite') return decideNew(command, state);
    if (!state) throw userUnknown();
    const { user_id } = state;
    switch (command.type) {
      case 'administer':
        return administered(command, state);
      case 'enable_two_factor':
        return state.hasTwoFactor ? [] : [{ type: 'StaffUserTwoFactorEnabled', data: { user_id } }];
      case 'disable_two_factor':
        return state.hasTwoFactor ? [{ type: 'StaffUserTwoFactorDisabled', data: { user_id } }] : [];
      default:
        return decideUser(command, state).map(names.with);
    }
  },
};

function decideNew(
  command: Extract<StaffUserCommand, { type: 'create' | 'invite' }>,
  state: StaffUser,
): StaffUserEvent[] {
  const { type, ...data } = command;
  if (!isNew(state, data.email)) return [];
  const first: StaffUserEvent = { type: 'StaffUserCreated', data };
  return type === 'create' ? [first] : [first, { type: 'StaffUserInvited', data: { user_id: data.user_id } }];
}

function administered(
  { role, active }: Extract<StaffUserCommand, { type: 'administer' }>,
  state: NonNullable<StaffUser>,
): StaffUserEvent[] {
  const { user_id, role: previous_role } = state;
  const events: StaffUserEvent[] = [];
  if (role !== undefined && role !== previous_role)
    events.push({ type: 'StaffUserRoleChanged', data: { user_id, role, previous_role } });
  if (active !== undefined)
    events.push(...decideUser({ type: active ? 'reactivate' : 'deactivate' }, state).map(names.with));
  return events;
}
