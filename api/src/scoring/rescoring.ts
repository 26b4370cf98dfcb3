import type { DomainEvent, EventData } from '@landline/event-schemas';
import type { Decider } from '../commands/decider.ts';
import { DomainError } from '../errors.ts';

type RescoringEvent = DomainEvent<'RescoringRequested' | 'RescoringCancelled' | 'CandidatesRescored'>;
type Named = EventData<'RescoringRequested'>;

export type RescoringCommand = { type: 'request' | 'cancel' } & Named;

/** The last that was said of a dataset's runs in a scope; what a run is at is the engine's to know. */
export type Rescoring = { status: RescoringEvent['type']; runId: string } | null;

export const rescoring: Decider<Rescoring, RescoringCommand, RescoringEvent> = {
  initialState: null,
  toldByLastEvent: true,
  evolve: (_state, { type, data }) => ({ status: type, runId: data.run_id }),
  decide({ type, run_id, dataset_key, scope }, state) {
    const data = { run_id, dataset_key, scope };
    if (type === 'request') return [{ type: 'RescoringRequested', data }];
    if (state?.runId === run_id && state.status === 'RescoringCancelled') return [];
    if (state?.runId === run_id && state.status === 'CandidatesRescored') throw runOver('completed');
    return [{ type: 'RescoringCancelled', data }];
  },
};

/** A run of which nothing more can become. */
export const runOver = (state: string): DomainError =>
  new DomainError('conflict', 'RUN_OVER', `This run is ${state}: there is nothing to cancel.`);
