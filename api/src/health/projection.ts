import type { DomainEvent } from '@landline/event-schemas';
import type { Decider } from '../commands/decider.ts';

type ProjectionCommand = { readonly type: 'rebuild' | 'replay'; readonly projector: string };

/** What is asked of a projector. There is nothing to remember: asking again is another try. */
export const projection: Decider<
  null,
  ProjectionCommand,
  DomainEvent<'ProjectionRebuildRequested' | 'ParkedEventsReplayRequested'>
> = {
  initialState: null,
  toldByLastEvent: true,
  evolve: () => null,
  decide: ({ type, projector }) => [
    {
      type: type === 'rebuild' ? 'ProjectionRebuildRequested' : 'ParkedEventsReplayRequested',
      data: { projector },
    },
  ],
};
