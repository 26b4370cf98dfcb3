import type { DomainEvent } from '@landline/event-schemas';
import type { Decider } from '../../platform/commands/decider.ts';

type ProjectionCommand =
  | { readonly type: 'rebuild' | 'replay'; readonly projector: string }
  | {
      readonly type: 'skip';
      readonly projector: string;
      readonly position: string;
      readonly reason: string;
    };

/** Requests to a projector. Keeps no state, because every request is recorded. */
export const projection: Decider<
  null,
  ProjectionCommand,
  DomainEvent<'ProjectionRebuildRequested' | 'ParkedEventsReplayRequested' | 'ParkedEventSkipped'>
> = {
  initialState: null,
  readsLastEventOnly: true,
  evolve: () => null,
  decide(command) {
    const { projector } = command;
    switch (command.type) {
      case 'rebuild':
        return [{ type: 'ProjectionRebuildRequested', data: { projector } }];
      case 'replay':
        return [{ type: 'ParkedEventsReplayRequested', data: { projector } }];
      case 'skip':
        return [
          {
            type: 'ParkedEventSkipped',
            data: { projector, position: command.position, reason: command.reason },
          },
        ];
    }
  },
};
