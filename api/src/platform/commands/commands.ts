import type { Actor, DomainEvent } from '@landline/event-schemas';
import type { Decider } from './decider.ts';

/** Origin of a command, stored in the metadata of its events. */
export interface Origin {
  actor: Actor;
  correlationId: string;
  /** Id of the event that caused this command. */
  causationId?: string | undefined;
  /** Requires `route`. A command is executed once per actor, route, key and stream; repetitions return the original outcome. */
  idempotencyKey?: string | undefined;
  route?: string;
  /** Hash of the request; a different request under the same key is rejected with 422. */
  fingerprint?: string;
}

export interface Execution<Command> {
  stream: string;
  command: Command;
}

/** State of a stream that the caller already has: from its last command, or because the stream is new. */
export interface KnownState<State> {
  state: State;
  /** Revision of the stream's last event; -1n for a new stream. */
  revision: bigint;
}

export interface Outcome<State, Event extends DomainEvent = DomainEvent> {
  /** Commit position of the last event; the next query waits for it. */
  position: bigint;
  logId: string;
  /** Time of the command, ISO 8601; of the first time if the command was repeated. */
  at: string;
  /** The command's events with decrypted personal fields; empty if nothing changed. */
  events: Event[];
  state: State;
  /** Revision of the stream's last event; -1n when it has none. */
  revision: bigint;
}

/** Events to append without reading the stream, for long imports. */
export interface KnownAppend {
  stream: string;
  events: DomainEvent[];
  /** Revision of the stream's last event, -1n for a new stream, `any` for no check. */
  expectedRevision: bigint | 'any';
  /** Makes retries of the same append idempotent. */
  commandId: string;
  actor: Actor;
  correlationId: string;
  causationId?: string;
}

/** The part of a decider that is needed to read a stream's state. */
export type Readable<State, Event extends DomainEvent> = Pick<
  Decider<State, never, Event>,
  'initialState' | 'evolve' | 'readsPersonalData' | 'readsLastEventOnly'
>;

export interface Commands {
  /**
   * Reads the stream, decides, encrypts personal data, and appends at the revision that was read. A conflict is retried
   * from a fresh read up to 3 times, then thrown as `CONFLICT`. Throws `UNAVAILABLE` if the event store does not
   * respond; a retry with the same idempotency key is safe. `known` replaces the first read; it cannot be combined with
   * an idempotency key, because only a read finds a repetition.
   */
  execute<State, Command, Event extends DomainEvent>(
    decider: Decider<State, Command, Event>,
    execution: Execution<Command> & Origin & { known?: KnownState<State> | undefined },
  ): Promise<Outcome<State, Event>>;

  /** Encrypts and appends events without a decider. Throws `CONFLICT` for a wrong `expectedRevision`. */
  append(append: KnownAppend): Promise<{ position: bigint; logId: string; revision: bigint }>;

  /**
   * Reads the current state and revision of a stream; the revision of an empty stream is -1n. `evolve` gets events with
   * their ids and metadata.
   */
  load<State, Event extends DomainEvent>(
    decider: Readable<State, Event>,
    stream: string,
  ): Promise<KnownState<State>>;
}
