import type { DomainEvent, EventData } from '@landline/event-schemas';
import type { Decider } from '../../platform/commands/decider.ts';

/** Results by the id of each judged question; true if the answer passed. */
type GoldenRun = ReadonlyMap<string, boolean>;

/** Answers of one run; each question is judged once. */
export const goldenRun: Decider<
  GoldenRun,
  { type: 'judge' } & EventData<'GoldenQuestionJudged'>,
  DomainEvent<'GoldenQuestionJudged'>
> = {
  initialState: new Map(),

  evolve: (state, { data: { golden_id, passed } }) => new Map(state).set(golden_id, passed),

  decide({ type: _, ...data }, state) {
    return state.has(data.golden_id) ? [] : [{ type: 'GoldenQuestionJudged', data }];
  },
};
