import type { DomainEvent } from '@landline/event-schemas';

/**
 * The rules of one aggregate. Pure: no clock, no ids made inside; they come with the command. `decide` returns
 * what happens (nothing, when it is so already) or throws a `DomainError`.
 */
export interface Decider<State, Command, Event extends DomainEvent = DomainEvent> {
  readonly initialState: State;
  evolve(state: State, event: Event): State;
  decide(command: Command, state: State): Event[];
  /** `evolve` sees personal fields in clear; without it they are sealed, and no key is fetched. */
  readonly readsPersonalData?: boolean;
  /**
   * The state is told by the stream's last event alone, and only that one is read: streams that grow long. All of it is
   * read for an idempotency key that was used before, to find what its command did.
   */
  readonly toldByLastEvent?: boolean;
}
