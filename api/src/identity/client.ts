import type { DomainEvent, EventData } from '@landline/event-schemas';
import type { Decider } from '../commands/decider.ts';
import { DomainError } from '../errors.ts';

/** Undefined until created. */
export type Client = EventData<'ClientCreated'> | undefined;

export type ClientCommand = { type: 'create' } & EventData<'ClientCreated'>;

/** A business that uses Landline (spec 000 §1, §3). */
export const client: Decider<Client, ClientCommand, DomainEvent<'ClientCreated'>> = {
  initialState: undefined,

  evolve: (_state, event) => event.data,

  decide(command, state) {
    const { type: _, ...data } = command;
    if (!state) return [{ type: 'ClientCreated', data }];
    if (state.name === data.name) return [];
    throw new DomainError('conflict', 'CLIENT_EXISTS', 'This client already exists.');
  },
};
