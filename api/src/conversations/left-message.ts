import type { DomainEvent, EventData } from '@landline/event-schemas';
import type { Decider } from '../commands/decider.ts';
import { DomainError } from '../errors.ts';

/** Undefined until left. */
type LeftMessage = { status: 'open' | 'handled'; client_id: string } | undefined;

type LeftMessageCommand =
  | ({ type: 'leave' } & EventData<'MessageLeft'>)
  | { type: 'handle' | 'reopen'; message_id: string; client_id: string };

/** A visitor's message to the client's people: left once, handled by them, opened again when that was wrong. */
export const leftMessage: Decider<
  LeftMessage,
  LeftMessageCommand,
  DomainEvent<'MessageLeft' | 'LeftMessageHandled' | 'LeftMessageReopened'>
> = {
  initialState: undefined,

  evolve(state, { type, data }) {
    switch (type) {
      case 'MessageLeft':
        return { status: 'open', client_id: data.client_id };
      case 'LeftMessageHandled':
        return state && { ...state, status: 'handled' };
      case 'LeftMessageReopened':
        return state && { ...state, status: 'open' };
    }
  },

  decide(command, state) {
    if (command.type === 'leave') {
      const { type: _, ...data } = command;
      return state ? [] : [{ type: 'MessageLeft', data }];
    }
    const { message_id, client_id } = command;
    if (state?.client_id !== client_id)
      throw new DomainError('not_found', 'MESSAGE_UNKNOWN', 'The requested resource was not found.');
    const data = { message_id, client_id };
    if (command.type === 'handle')
      return state.status === 'open' ? [{ type: 'LeftMessageHandled', data }] : [];
    return state.status === 'handled' ? [{ type: 'LeftMessageReopened', data }] : [];
  },
};
