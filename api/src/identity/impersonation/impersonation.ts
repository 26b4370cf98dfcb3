import type { DomainEvent, EventData } from '@landline/event-schemas';
import {
  type ImpersonationStatus,
  type ImpersonationStep,
  impersonationStatusAfter,
} from '@landline/event-schemas/lifecycles/impersonation';
import { type Decider, dataOf } from '../../platform/commands/decider.ts';
import { DomainError, notFound } from '../../platform/errors.ts';

type ImpersonationEvent = DomainEvent<'ImpersonationStarted' | 'ImpersonationStopped'>;

export type Impersonation = { status: ImpersonationStatus; details?: EventData<'ImpersonationStarted'> };

export type ImpersonationCommand =
  | ({ type: 'start' } & EventData<'ImpersonationStarted'>)
  | { type: 'stop'; reason: EventData<'ImpersonationStopped'>['reason'] };

/** A SuperAdmin acts as a client (spec 000 §4, §6). An ended impersonation stays ended; the next one has a new id. */
export const impersonation: Decider<Impersonation, ImpersonationCommand, ImpersonationEvent> = {
  initialState: { status: 'inactive' },

  evolve(state, event) {
    if (event.type === 'ImpersonationStarted') {
      return { status: after(state.status, 'START', 'STARTED'), details: event.data };
    }
    return { ...state, status: after(state.status, 'STOP', 'STOPPED') };
  },

  decide(command, state) {
    if (command.type === 'start') {
      const data = dataOf(command);
      if (!state.details) return [{ type: 'ImpersonationStarted', data }];
      if (state.status === 'active' && state.details.client_id === data.client_id) return [];
      throw new DomainError('conflict', 'IMPERSONATION_ENDED', 'This impersonation has ended.');
    }
    if (!state.details) throw notFound();
    if (impersonationStatusAfter(state.status, 'STOP') === undefined) return [];
    return [{ type: 'ImpersonationStopped', data: { ...state.details, reason: command.reason } }];
  },
};

/** Applies recorded steps; ignores those that the life cycle does not allow. */
const after = (status: ImpersonationStatus, ...steps: ImpersonationStep[]): ImpersonationStatus =>
  steps.reduce((before, step) => impersonationStatusAfter(before, step) ?? before, status);
