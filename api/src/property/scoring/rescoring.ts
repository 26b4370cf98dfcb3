import type { DomainEvent, EventData } from '@landline/event-schemas';
import type { RunState } from '@landline/event-schemas/lifecycles/rescoring-run';
import type { Decider } from '../../platform/commands/decider.ts';
import { DomainError } from '../../platform/errors.ts';

type RescoringEvent = DomainEvent<'RescoringRequested' | 'RescoringCancelled' | 'CandidatesRescored'>;

declare module '../../platform/errors.ts' {
  interface ErrorData {
    RUN_NOT_CANCELABLE: { state: string };
    RUN_NOT_FINISHED: { state: string };
  }
}

export type RescoringCommand = { type: 'request' | 'cancel' } & EventData<'RescoringRequested'>;

/** Last event of a dataset's runs in a scope. The scoring engine tracks their progress, not this decider. */
type Rescoring = { status: RescoringEvent['type']; runId: string } | null;

export const rescoring: Decider<Rescoring, RescoringCommand, RescoringEvent> = {
  initialState: null,
  readsLastEventOnly: true,
  evolve: (_state, { type, data }) => ({ status: type, runId: data.run_id }),
  decide({ type, ...data }, state) {
    if (type === 'request') return [{ type: 'RescoringRequested', data }];
    if (state?.runId === data.run_id && state.status === 'RescoringCancelled') return [];
    if (state?.runId === data.run_id && state.status === 'CandidatesRescored')
      throw runNotCancelable('completed');
    return [{ type: 'RescoringCancelled', data }];
  },
};

export const runNotCancelable = (state: RunState): DomainError =>
  new DomainError(
    'conflict',
    'RUN_NOT_CANCELABLE',
    `This run ${state === 'swapping' ? 'is being completed' : 'has ended'} and can no longer be canceled.`,
    { data: { state } },
  );
