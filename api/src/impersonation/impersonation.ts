import type { DomainEvent, EventData } from '@landline/event-schemas';
import {
  type ImpersonationStatus,
  type ImpersonationStep,
  impersonationStatusAfter,
} from '@landline/event-schemas/lifecycles/impersonation';
import type { Decider } from '../commands/decider.ts';
import { DomainError } from '../errors.ts';

type ImpersonationEvent = DomainEvent<'ImpersonationStarted' | 'ImpersonationStopped'>;

export type Impersonation = { status: ImpersonationStatus; of?: EventData<'ImpersonationStarted'> };

export type ImpersonationCommand =
  | ({ type: 'start' } & EventData<'ImpersonationStarted'>)
  | { type: 'stop'; reason: EventData<'ImpersonationStopped'>['reason'] };

/** A SuperAdmin acts as a client (spec 000 §4, §6). What is over stays over: another one has an id of its own. */
export const impersonation: Decider<Impersonation, ImpersonationCommand, ImpersonationEvent> = {
  initialState: { status: 'inactive' },

  evolve(state, event) {
    if (event.type === 'ImpersonationStarted') {
      return { status: after(state.status, 'START', 'STARTED'), of: event.data };
    }
    return { ...state, status: after(state.status, 'STOP', 'STOPPED') };
  },

  decide(command, state) {
    if (command.type === 'start') {
      const { type: _, ...data } = command;
      if (!state.of) return [{ type: 'ImpersonationStarted', data }];
      if (state.status === 'active' && state.of.client_id === data.client_id) return [];
      throw new DomainError('conflict', 'IMPERSONATION_ENDED', 'This impersonation has ended.');
    }
    if (!state.of) throw new DomainError('not_found', 'NOT_FOUND', 'The requested resource was not found.');
    if (impersonationStatusAfter(state.status, 'STOP') === undefined) return [];
    return [{ type: 'ImpersonationStopped', data: { ...state.of, reason: command.reason } }];
  },
};

/** What the log says was done, though the life cycle may have changed since it was. */
const after = (status: ImpersonationStatus, ...steps: ImpersonationStep[]): ImpersonationStatus =>
  steps.reduce((before, step) => impersonationStatusAfter(before, step) ?? before, status);
