import type { DomainEvent } from '@landline/event-schemas';
import type { Decider } from '../../platform/commands/decider.ts';

type ProjectionCommand = { readonly type: 'rebuild' | 'replay'; readonly projector: string };

/** Requests to a projector. Stateless: every request is recorded. */
export const projection: Decider<
  null,
  ProjectionCommand,
  DomainEvent<'ProjectionRebuildRequested' | 'ParkedEventsReplayRequested'>
> = {
  initialState: null,
  readsLastEventOnly: true,
  evolve: () => null,
  decide: ({ type, projector }) => [
    {
      type: type === 'rebuild' ? 'ProjectionRebuildRequested' : 'ParkedEventsReplayRequested',
      data: { projector },
    },
  ],
};
