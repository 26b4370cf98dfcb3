import type { DomainEvent } from '@landline/event-schemas';

/**
 * The rules of one aggregate. Pure: times and ids come with the command. `decide` returns events (none if the command
 * changes nothing) or throws a `DomainError`.
 */
export interface Decider<State, Command, Event extends DomainEvent = DomainEvent> {
  readonly initialState: State;
  evolve(state: State, event: Event): State;
  decide(command: Command, state: State): Event[];
  /** `evolve` gets decrypted personal fields; otherwise they stay encrypted and no key is read. */
  readonly readsPersonalData?: boolean;
  /**
   * The last event determines the state, so only that event is read; for long streams. A repeated idempotency key still
   * reads the whole stream to find its command's events.
   */
  readonly readsLastEventOnly?: boolean;
}

/** Returns a command without its type: the data of the event that records it. */
export function dataOf<Command extends { type: string }>({
  type: _,
  ...data
}: Command): Omit<Command, 'type'> {
  return data;
}
