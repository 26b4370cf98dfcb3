import {
  categoryOf,
  type DomainEvent,
  type EventMetadata,
  type RecordedEvent,
} from '@landline/event-schemas';
import { decodeEvent } from '@landline/event-schemas/codec';
import { subjectsOf } from '@landline/event-schemas/personal';
import { openPersonalData, sealPersonalData } from '@landline/runtime/crypto/personal-data';
import { traced, traceparent } from '@landline/runtime/tracing/tracing';
import type { Pool } from 'pg';
import type { DatabasePool } from 'slonik';
import { conflict } from '../errors.ts';
import { commandConflicts } from '../metrics/process-metrics.ts';
import type { Commands, Execution, KnownState, Origin, Outcome, Readable } from './commands.ts';
import type { Decider } from './decider.ts';
import { encodeOrReject } from './encode-or-reject.ts';
import { type EventStore, type NewEvent, WrongRevisionError } from './event-store.ts';
import { claimKey, keyReused } from './idempotency-keys.ts';
import { commandId, eventId } from './ids.ts';
import { ensureKeys, readKeys } from './subject-keys.ts';

const MAX_RETRIES = 3;

interface RunnerDeps {
  eventStore: EventStore;
  pool: DatabasePool;
  pg: Pool;
  logId: string;
  now?: () => Date;
}

/** Executes commands on the event store: read, decide, encrypt, append. */
export function createCommands({
  eventStore,
  pool,
  pg,
  logId,
  now = () => new Date(),
}: RunnerDeps): Commands {
  async function read<State, Event extends DomainEvent>(
    decider: Readable<State, Event>,
    stream: string,
    reading: EventStore['read'],
    commandId?: string,
  ) {
    let state = decider.initialState;
    const sealedEvents: RecordedEvent[] = [];
    const earlier: RecordedEvent[] = [];
    const revision = await reading(stream, (stored, position) => {
      const event = decodeEvent(stored, position ?? 0n);
      if (!event) return;
      if (event.metadata.commandId === commandId) earlier.push(event);
      if (decider.readsPersonalData) sealedEvents.push(event);
      else state = decider.evolve(state, event as unknown as Event);
    });
    const keys = await readKeys(pool, subjectsOf(sealedEvents));
    for (const event of sealedEvents)
      state = decider.evolve(state, openPersonalData(event, keys) as unknown as Event);
    return { state, revision, earlier };
  }

  const readingOf = ({ readsLastEventOnly }: Pick<Readable<never, never>, 'readsLastEventOnly'>) =>
    readsLastEventOnly ? eventStore.readLast : eventStore.read;

  /** Reads the state, and the events that the same command appended earlier. */
  async function readFor<State, Event extends DomainEvent>(
    decider: Readable<State, Event>,
    stream: string,
    { idempotencyKey, fingerprint = '' }: Origin,
    commandId: string,
  ) {
    // Read before claiming the key: events that precede the key's first use cannot come from this command.
    const result = await read(decider, stream, readingOf(decider), commandId);
    if (idempotencyKey === undefined) return result;
    const isFirstUse = await claimKey(pg, commandId, fingerprint);
    if (isFirstUse || !decider.readsLastEventOnly) return result;
    return await read(decider, stream, eventStore.read, commandId);
  }

  /** Returns the original outcome of a repeated command. */
  async function repeated<Event extends DomainEvent>(
    first: RecordedEvent,
    earlier: RecordedEvent[],
    { fingerprint, commandId }: Pick<EventMetadata, 'fingerprint' | 'commandId'>,
  ) {
    if (first.metadata.fingerprint !== fingerprint) throw keyReused(commandId);
    const keys = await readKeys(pool, subjectsOf(earlier));
    return {
      position: earlier.at(-1)?.position || (await eventStore.head()),
      at: first.metadata.at,
      events: earlier.map((event) => openPersonalData(event, keys)) as unknown as Event[],
    };
  }

  async function write(
    stream: string,
    events: DomainEvent[],
    expectedRevision: bigint | 'any',
    metadata: Omit<EventMetadata, 'schemaVersion'>,
  ) {
    const keys = await ensureKeys(pool, subjectsOf(events));
    const newEvents: NewEvent[] = events.map((event, index) => {
      const encodedEvent = encodeOrReject(event, { ...metadata, traceparent: traceparent() });
      return {
        ...encodedEvent,
        id: eventId(metadata.commandId, stream, index),
        data: sealPersonalData({ type: event.type, data: encodedEvent.data }, keys).data,
      };
    });
    return eventStore.append(stream, newEvents, expectedRevision);
  }

  async function attempt<State, Command, Event extends DomainEvent>(
    decider: Decider<State, Command, Event>,
    { stream, command, ...origin }: Execution<Command> & Origin,
    metadata: Omit<EventMetadata, 'schemaVersion'>,
    known: KnownState<State> | undefined,
  ): Promise<Outcome<State, Event>> {
    const { state, revision, earlier } = known
      ? { ...known, earlier: [] }
      : await readFor(decider, stream, origin, metadata.commandId);
    const [first] = earlier;
    if (first) return { ...(await repeated<Event>(first, earlier, metadata)), logId, state, revision };
    const events = decider.decide(command, state);
    if (events.length === 0) {
      return { position: await eventStore.head(), logId, at: metadata.at, events, state, revision };
    }
    const result = await write(stream, events, revision, metadata);
    return {
      ...result,
      logId,
      at: metadata.at,
      events,
      state: events.reduce((next, event) => decider.evolve(next, event), state),
    };
  }

  async function execute<State, Command, Event extends DomainEvent>(
    decider: Decider<State, Command, Event>,
    execution: Execution<Command> & Origin & { known?: KnownState<State> | undefined },
  ): Promise<Outcome<State, Event>> {
    const { actor, correlationId, causationId, idempotencyKey, route, fingerprint } = execution;
    let { known } = execution;
    const metadata = {
      actor,
      correlationId,
      causationId,
      fingerprint,
      commandId: commandId(actor.id, route, idempotencyKey),
      at: now().toISOString(),
    };
    for (let retries = 0; ; retries++) {
      try {
        return await attempt(decider, execution, metadata, known);
      } catch (error) {
        if (!(error instanceof WrongRevisionError)) throw error;
        commandConflicts.inc({ outcome: retries === MAX_RETRIES ? 'refused' : 'decided_again' });
        if (retries === MAX_RETRIES) throw conflict(error.data, error);
        known = undefined;
      }
    }
  }

  return {
    execute: (decider, execution) =>
      traced({ name: `command ${categoryOf(execution.stream)}`, kind: 'step' }, () =>
        execute(decider, execution),
      ),

    async append({ stream, events, expectedRevision, commandId, ...origin }) {
      const metadata = { ...origin, commandId, at: now().toISOString() };
      try {
        return { ...(await write(stream, events, expectedRevision, metadata)), logId };
      } catch (error) {
        throw error instanceof WrongRevisionError ? conflict(error.data, error) : error;
      }
    },

    async load(decider, stream) {
      const { state, revision } = await read(decider, stream, readingOf(decider));
      return { state, revision };
    },
  };
}
