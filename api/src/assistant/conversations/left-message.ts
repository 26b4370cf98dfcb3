import type { DomainEvent, EventData } from '@landline/event-schemas';
import { type Decider, dataOf } from '../../platform/commands/decider.ts';
import { notFound } from '../../platform/errors.ts';

/** State of a left message; undefined before it is left. */
type LeftMessage = { status: 'open' | 'handled'; client_id: string } | undefined;

type LeftMessageCommand =
  | ({ type: 'leave' } & EventData<'MessageLeft'>)
  | { type: 'handle' | 'reopen'; message_id: string; client_id: string };

/** A visitor's message to the client's team, which marks it as handled or reopens it. */
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
    if (command.type === 'leave') return state ? [] : [{ type: 'MessageLeft', data: dataOf(command) }];
    const { message_id, client_id } = command;
    if (state?.client_id !== client_id) throw notFound('MESSAGE_UNKNOWN');
    const data = { message_id, client_id };
    if (command.type === 'handle')
      return state.status === 'open' ? [{ type: 'LeftMessageHandled', data }] : [];
    return state.status === 'handled' ? [{ type: 'LeftMessageReopened', data }] : [];
  },
};
