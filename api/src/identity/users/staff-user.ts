import type { DomainEvent, EventData, EventType, StaffRole } from '@landline/event-schemas';
import type { Decider } from '../../platform/commands/decider.ts';
import { changedSince } from '../../platform/errors.ts';
import {
  decideUser,
  eventNames,
  evolveUser,
  isErased,
  isNew,
  newUser,
  type User,
  type UserCommand,
  userUnknown,
} from './user.ts';

type StaffUserEvent = DomainEvent<Extract<EventType, `StaffUser${string}`>>;

/** Undefined until created. */
export type StaffUser = (User & { role: StaffRole }) | undefined;

export type UndoableStaffEvent = DomainEvent<
  'StaffUserRoleChanged' | 'StaffUserDeactivated' | 'StaffUserReactivated'
>;

/**
 * Omitted fields stay unchanged. The command is rejected unless the state still has the values of `onlyIf`. The caller
 * ensures that a SuperAdmin remains.
 */
export interface AdministerCommand {
  type: 'administer';
  role?: StaffRole;
  active?: boolean;
  onlyIf?: { role?: StaffRole; active?: boolean };
}

export type StaffUserCommand =
  | UserCommand
  /** `create` comes with a password; an invited user sets it by a link. */
  | ({ type: 'create' } & EventData<'StaffUserCreated'>)
  | ({ type: 'invite' } & EventData<'StaffUserCreated'>)
  | AdministerCommand;

const names = eventNames('StaffUser');

/** A staff user (spec 000 §1, §6). */
export const staffUser: Decider<StaffUser, StaffUserCommand, StaffUserEvent> = {
  initialState: undefined,
  readsPersonalData: true,

  evolve(state, event) {
    if (event.type === 'StaffUserCreated') return { ...newUser(event.data), role: event.data.role };
    if (!state) return state;
    if (event.type === 'StaffUserRoleChanged') return { ...state, role: event.data.role, sessions: [] };
    return { ...state, ...evolveUser(state, names.without(event)) };
  },

  decide(command, state) {
    if (command.type === 'create' || command.type === 'invite') return decideNew(command, state);
    if (!state) throw userUnknown();
    if (command.type === 'administer') return decideAdministration(command, state);
    return decideUser(command, state).map(names.with);
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

/** Returns the command that reverts an event, with its precondition. */
export function undoOfStaff(event: UndoableStaffEvent): AdministerCommand {
  switch (event.type) {
    case 'StaffUserRoleChanged':
      return { type: 'administer', role: event.data.previous_role, onlyIf: { role: event.data.role } };
    case 'StaffUserDeactivated':
      return { type: 'administer', active: true, onlyIf: { active: false } };
    case 'StaffUserReactivated':
      return { type: 'administer', active: false, onlyIf: { active: true } };
  }
}

export const isUndoableStaffEvent = <E extends DomainEvent>(event: E): event is E & UndoableStaffEvent =>
  ['StaffUserRoleChanged', 'StaffUserDeactivated', 'StaffUserReactivated'].includes(event.type);

/** Returns whether an event can be undone given the user's current state. */
export const isStaffUndoable = (event: UndoableStaffEvent, state: StaffUser): boolean =>
  state !== undefined && !isErased(state) && isPreconditionMet(undoOfStaff(event), state);

const isPreconditionMet = ({ onlyIf = {} }: AdministerCommand, { role, isActive }: NonNullable<StaffUser>) =>
  (onlyIf.role ?? role) === role && (onlyIf.active ?? isActive) === isActive;

function decideAdministration(command: AdministerCommand, state: NonNullable<StaffUser>): StaffUserEvent[] {
  if (!isPreconditionMet(command, state)) throw changedSince();
  const { role, active } = command;
  const { user_id, role: previous_role } = state;
  const events: StaffUserEvent[] = [];
  if (role !== undefined && role !== previous_role)
    events.push({ type: 'StaffUserRoleChanged', data: { user_id, role, previous_role } });
  if (active !== undefined)
    events.push(...decideUser({ type: active ? 'reactivate' : 'deactivate' }, state).map(names.with));
  return events;
}
