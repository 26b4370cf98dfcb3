import type { Actor, DomainEvent } from '@landline/event-schemas';
import type { Decider } from './decider.ts';

/** Who commands, and what for: the part of a command that every event's metadata keeps. */
export interface Origin {
  actor: Actor;
  correlationId: string;
  /** The id of the event that led to this command. */
  causationId?: string;
  /** With a `route`: the same key on the same stream happens once, and answers the same (DESIGN §3). */
  idempotencyKey?: string | undefined;
  route?: string;
  /** Tells apart two requests that use one key: a hash of what was asked. Another one is refused with 422. */
  fingerprint?: string;
}

export interface Execution<Command> {
  /** One command per stream and key: a second one under the same key is taken for a repetition of the first. */
  stream: string;
  command: Command;
}

/** What a caller knows of a stream, from its last command or because it has just invented the stream's name. */
export interface Known<State> {
  state: State;
  /** Of the stream's last event, -1n for a stream that does not exist yet. */
  revision: bigint;
}

export interface Outcome<State, Event extends DomainEvent = DomainEvent> {
  /** Commit position of the last event, to be waited for by whoever reads next. */
  position: bigint;
  logId: string;
  /** When it happened, ISO 8601. */
  at: string;
  /** What happened because of this command; empty when it was so already. Personal fields in clear. */
  events: Event[];
  state: State;
  /** Revision of the stream's last event; -1n when it has none. */
  revision: bigint;
}

/** An append by one who knows the stream's state without reading it: long imports. */
export interface KnownAppend {
  stream: string;
  events: DomainEvent[];
  /** Revision of the stream's last event, -1n for a stream that does not exist yet, `any` for no check. */
  expectedRevision: bigint | 'any';
  /** The same id with the same events at the same place happens once, however often it is tried. */
  commandId: string;
  actor: Actor;
  correlationId: string;
  causationId?: string;
}

/** What of a decider it takes to know a stream's state. */
export type Readable<State, Event extends DomainEvent> = Pick<
  Decider<State, never, Event>,
  'initialState' | 'evolve' | 'readsPersonalData' | 'toldByLastEvent'
>;

export interface Commands {
  /**
   * Reads the stream, decides, seals personal data, appends at the revision that was read. A conflict is
   * decided again from a fresh read, at most 3 times, then refused (`CONFLICT`). Throws DomainErrors; an event
   * store that does not answer is `UNAVAILABLE`: trying again with the same idempotency key is safe. With `known` the
   * first decision is made on that instead of a read; without an idempotency key, whose repetition only a read finds.
   */
  execute<State, Command, Event extends DomainEvent>(
    decider: Decider<State, Command, Event>,
    execution: Execution<Command> & Origin & { known?: Known<State> | undefined },
  ): Promise<Outcome<State, Event>>;

  /** Seals and appends without deciding. A wrong `expectedRevision` is a `CONFLICT`. */
  append(append: KnownAppend): Promise<{ position: bigint; logId: string; revision: bigint }>;

  /** The state of a stream as it is now, and its revision (-1n: no such stream). */
  load<State, Event extends DomainEvent>(
    decider: Readable<State, Event>,
    stream: string,
  ): Promise<Known<State>>;
}
