import type { DomainEvent, EventData } from '@landline/event-schemas';
import type { Decider } from '../../platform/commands/decider.ts';

type Review = EventData<'PropertyReviewed'>;

/** Reviews of one scope about one property: the latest of each person. */
type PropertyReviews = ReadonlyMap<string, Review>;

type ReviewCommand = { type: 'review' } & Review;

/** Reviews of a property (spec 001 §3). An identical review changes nothing. */
export const reviews: Decider<PropertyReviews, ReviewCommand, DomainEvent<'PropertyReviewed'>> = {
  initialState: new Map(),
  readsPersonalData: true,

  evolve: (state, { data }) => new Map(state).set(data.reviewed_by, data),

  decide({ type: _, ...data }, state) {
    const before = state.get(data.reviewed_by);
    const isSame = before?.rating === data.rating && before.comment === data.comment;
    return isSame ? [] : [{ type: 'PropertyReviewed', data }];
  },
};
