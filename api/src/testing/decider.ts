import type { DomainEvent } from '@landline/event-schemas';
import { expect } from 'vitest';
import type { Decider } from '../platform/commands/decider.ts';
import { DomainError } from '../platform/errors.ts';

export interface Given<Command, Event extends DomainEvent> {
  when(command: Command): {
    then(...events: Event[]): void;
    thenNothing(): void;
    thenRejected(code: string): void;
  };
}

/** Returns given/when/then tests of a decider: `given(...events).when(command).then(...events)`. */
export function specification<State, Command, Event extends DomainEvent>(
  decider: Decider<State, Command, Event>,
): (...events: Event[]) => Given<Command, Event> {
  return (...events) => ({
    when(command) {
      const decide = () =>
        decider.decide(
          command,
          events.reduce((state, event) => decider.evolve(state, event), decider.initialState),
        );
      return {
        // biome-ignore lint/suspicious/noThenProperty: the object is never awaited
        then: (...expected) => expect(decide()).toEqual(expected),
        thenNothing: () => expect(decide()).toEqual([]),
        thenRejected: (code) => expect(errorCodeOf(decide)).toBe(code),
      };
    },
  });
}

function errorCodeOf(decide: () => unknown): string {
  try {
    decide();
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
  return 'no error was thrown';
}
