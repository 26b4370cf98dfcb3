import type { DomainEvent, EventData } from '@landline/event-schemas';
import type { Decider } from '../commands/decider.ts';
import { DomainError } from '../errors.ts';

type StaffUserEvent = DomainEvent<
  'StaffUserCreated' | 'StaffUserSignedIn' | 'StaffUserSignedOut' | 'StaffUserSessionEnded'
>;

/** Undefined until created. `sessions` are those that were opened and not closed; some may have run out since. */
export type StaffUser = (EventData<'StaffUserCreated'> & { sessions: readonly string[] }) | undefined;

export type StaffUserCommand =
  | ({ type: 'create' } & EventData<'StaffUserCreated'>)
  | { type: 'sign_in'; session_id: string }
  | { type: 'sign_out'; session_id: string }
  /** Its refresh token was used again after its successor. */
  | { type: 'end_replayed_session'; session_id: string };

/** A member of staff (spec 000 §1, §6). */
export const staffUser: Decider<StaffUser, StaffUserCommand, StaffUserEvent> = {
  initialState: undefined,
  readsPersonalData: true,

  evolve(state, event) {
    if (event.type === 'StaffUserCreated') return { ...event.data, sessions: [] };
    if (!state) return state;
    const { session_id } = event.data;
    const others = state.sessions.filter((id) => id !== session_id);
    return { ...state, sessions: event.type === 'StaffUserSignedIn' ? [...others, session_id] : others };
  },

  decide(command, state) {
    if (command.type === 'create') {
      const { type: _, ...data } = command;
      if (!state) return [{ type: 'StaffUserCreated', data }];
      if (state.email === data.email) return [];
      throw new DomainError('conflict', 'USER_EXISTS', 'This user already exists.');
    }
    if (!state) throw new DomainError('not_found', 'USER_UNKNOWN', 'The requested resource was not found.');
    const { session_id } = command;
    const { user_id } = state;
    const isOpen = state.sessions.includes(session_id);
    switch (command.type) {
      case 'sign_in':
        return isOpen ? [] : [{ type: 'StaffUserSignedIn', data: { user_id, session_id } }];
      case 'sign_out':
        return isOpen ? [{ type: 'StaffUserSignedOut', data: { user_id, session_id } }] : [];
      case 'end_replayed_session':
        return isOpen
          ? [{ type: 'StaffUserSessionEnded', data: { user_id, session_id, reason: 'token_replayed' } }]
          : [];
    }
  },
};
