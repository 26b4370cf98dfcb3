import type { DomainEvent } from '@landline/event-schemas';
import { expect } from 'vitest';
import type { Decider } from '../commands/decider.ts';
import { DomainError } from '../errors.ts';

export interface Given<Command, Event extends DomainEvent> {
  when(command: Command): {
    /** These events happen, in this order. */
    then(...events: Event[]): void;
    thenNothing(): void;
    /** It is refused with this code. */
    thenRefused(code: string): void;
  };
}

/** A decider's rules as sentences: `given(...events).when(command).then(...events)`. */
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
        // biome-ignore lint/suspicious/noThenProperty: the sentence is never awaited
        then: (...expected) => expect(decide()).toEqual(expected),
        thenNothing: () => expect(decide()).toEqual([]),
        thenRefused: (code) => expect(refusalOf(decide)).toBe(code),
      };
    },
  });
}

function refusalOf(decide: () => unknown): string {
  try {
    decide();
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
  return 'nothing was refused';
}
