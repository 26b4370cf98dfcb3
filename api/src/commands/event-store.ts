import { setTimeout as pause } from 'node:timers/promises';
import {
  ErrorType,
  EventStoreDBClient,
  isCommandError,
  jsonEvent,
  StreamNotFoundError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { categoryOf } from '@landline/event-schemas';
import type { StoredEvent } from '@landline/event-schemas/codec';
import { traced } from '@landline/event-schemas/tracing';
import type { Logger } from 'pino';
import { DomainError } from '../errors.ts';
import { appendSeconds } from '../metrics/measures.ts';
import { decodeBytesNatively } from './fast-bytes.ts';

/** How long one call may take, and how long a command goes on trying while the store is away. */
const ATTEMPT_MS = 5_000;
const PATIENCE_MS = 15_000;
/** How long a farewell may take. */
const DISPOSE_MS = 1_000;
const FIRST_DELAY_MS = 100;
const MAX_DELAY_MS = 2_000;

export interface NewEvent {
  id: string;
  type: string;
  data: Record<string, unknown>;
  metadata: object;
}

/** The stream was not at the revision that the append expected. */
export class WrongRevisionError extends Error {
  readonly code = 'WRONG_REVISION';
}

/** The one connection of this process to the event store. */
export interface EventStore {
  /** For subscriptions. Appends go through `append` alone. */
  readonly client: EventStoreDBClient;
  /** Hands each event of a stream to `visit`, oldest first. Returns the last revision, -1n for no such stream. */
  read(stream: string, visit: (event: StoredEvent, position: bigint | undefined) => void): Promise<bigint>;
  /** Hands over the last event of a stream alone; otherwise as `read`. */
  readLast(
    stream: string,
    visit: (event: StoredEvent, position: bigint | undefined) => void,
  ): Promise<bigint>;
  /** One event of a stream, undefined where there is none. */
  readOne(stream: string, revision: bigint): Promise<StoredEvent | undefined>;
  /** Appends, or finds that these very events stand there already. Throws WrongRevisionError. */
  append(
    stream: string,
    events: NewEvent[],
    expectedRevision: bigint | 'any',
  ): Promise<{ position: bigint; revision: bigint }>;
  /** The event that stands at this commit position, if one does. */
  readAt(position: bigint): Promise<StoredEvent | undefined>;
  /** The first event after this commit position, if there is one. */
  readAfter(position: bigint): Promise<{ created: Date } | undefined>;
  /** Commit position of the log's last event. */
  head(): Promise<bigint>;
  dispose(): Promise<void>;
}

/**
 * Connects to EVENTSTORE_URL. Every call has its own deadline and is tried again for a while: appends carry
 * event ids, so one that was lost on the way back is found, not repeated. When patience runs out the refusal
 * is `UNAVAILABLE`.
 */
export function connectEventStore(url: string, log: Logger, patienceMs = PATIENCE_MS): EventStore {
  decodeBytesNatively();
  const client = EventStoreDBClient.connectionString(url);
  // With credentials the client makes one call for each append. Without, it multiplexes appends over one stream
  // whose pending table is shared by the whole process, has no deadline, and throws outside of any promise when
  // an answer comes late. An insecure server is not sent the credentials.
  const credentials = credentialsIn(url) ?? { username: 'landline', password: 'landline' };

  async function patiently<T>(what: string, attempt: (deadline: number) => Promise<T>): Promise<T> {
    const until = Date.now() + patienceMs;
    for (let delay = FIRST_DELAY_MS; ; delay = Math.min(delay * 2, MAX_DELAY_MS)) {
      const deadline = Math.max(1, Math.min(ATTEMPT_MS, until - Date.now()));
      try {
        return await attempt(deadline);
      } catch (error) {
        if (!isPassing(error)) throw error;
        if (Date.now() + delay >= until) {
          throw new DomainError('unavailable', 'UNAVAILABLE', 'Server error. Please try again later.', {
            retryAfter: 2,
            cause: error,
          });
        }
        log.warn({ err: error }, `The event store did not ${what}; trying again`);
        await pause(delay * (0.5 + Math.random() / 2));
      }
    }
  }

  async function readOnce(
    stream: string,
    fromRevision: bigint,
    deadline: number,
    visit: (event: StoredEvent, position: bigint | undefined) => void,
  ): Promise<void> {
    const events = client.readStream<never>(stream, { fromRevision });
    // The client reports a broken call on the stream even after the reading has ended.
    events.on('error', () => undefined);
    let progressed = Date.now();
    const guard = setInterval(() => {
      if (Date.now() - progressed > deadline) events.destroy(new SilenceError());
    }, 250);
    try {
      for await (const { event } of events) {
        progressed = Date.now();
        if (event) visit(event as StoredEvent, positionOf(event));
      }
    } catch (error) {
      if (!(error instanceof StreamNotFoundError)) throw error;
    } finally {
      clearInterval(guard);
      if (!events.readableEnded) events.cancel().catch(() => undefined);
    }
  }

  async function lastPosition(): Promise<bigint> {
    const events = client.readAll({ direction: 'backwards', fromPosition: 'end', maxCount: 1 });
    events.on('error', () => undefined);
    let last = 0n;
    for await (const { event } of events) last = event?.position.commit ?? last;
    return last;
  }

  async function oneOf(
    stream: string,
    from: { direction: 'forwards'; fromRevision: bigint } | { direction: 'backwards'; fromRevision: 'end' },
  ): Promise<StoredEvent | undefined> {
    const events = client.readStream<never>(stream, { ...from, maxCount: 1 });
    events.on('error', () => undefined);
    let found: StoredEvent | undefined;
    try {
      for await (const { event } of events) found = event as StoredEvent | undefined;
    } catch (error) {
      if (!(error instanceof StreamNotFoundError)) throw error;
    }
    return found;
  }

  const lastOf = (stream: string) => oneOf(stream, { direction: 'backwards', fromRevision: 'end' });

  async function eventAt(position: bigint): Promise<StoredEvent | undefined> {
    const fromPosition = { commit: position, prepare: position };
    const events = client.readAll({ direction: 'forwards', fromPosition, maxCount: 1 });
    events.on('error', () => undefined);
    let found: StoredEvent | undefined;
    for await (const { event } of events) {
      if (event?.position.commit === position) found = event as StoredEvent;
    }
    return found;
  }

  async function eventAfter(position: bigint): Promise<{ created: Date } | undefined> {
    const fromPosition = position < 0n ? 'start' : { commit: position, prepare: position };
    const events = client.readAll({ direction: 'forwards', fromPosition, maxCount: 2 });
    events.on('error', () => undefined);
    let found: { created: Date } | undefined;
    for await (const { event } of events) {
      if (event !== undefined && event.position.commit > position) found ??= event;
    }
    return found;
  }

  const head = () => patiently('answer', (deadline) => within(deadline, lastPosition()));

  return {
    client,
    head,
    read: (stream, visit) =>
      traced({ name: `read ${categoryOf(stream)}`, kind: 'client' }, async () => {
        let last = -1n;
        await patiently('answer', (deadline) =>
          readOnce(stream, last + 1n, deadline, (event, position) => {
            last = event.revision;
            visit(event, position);
          }),
        );
        return last;
      }),
    async readLast(stream, visit) {
      const event = await patiently('answer', (deadline) => within(deadline, lastOf(stream)));
      if (!event) return -1n;
      visit(event, positionOf(event));
      return event.revision;
    },
    readOne: (stream, fromRevision) =>
      patiently('answer', (deadline) =>
        within(deadline, oneOf(stream, { direction: 'forwards', fromRevision })),
      ),
    readAt: (position) => patiently('answer', (deadline) => within(deadline, eventAt(position))),
    readAfter: (position) => patiently('answer', (deadline) => within(deadline, eventAfter(position))),
    async append(stream, events, expectedRevision) {
      const expected = expectedRevision === -1n ? 'no_stream' : expectedRevision;
      const written = events.map((event) => jsonEvent(event as never));
      const measured = appendSeconds.startTimer();
      const result = await traced({ name: `append ${categoryOf(stream)}`, kind: 'client' }, () =>
        patiently('take an append', (deadline) =>
          // The call's own deadline does not cover looking for a server.
          within(
            deadline + 1_000,
            client.appendToStream(stream, written, { expectedRevision: expected, credentials, deadline }),
          ).catch((error: unknown) => {
            throw translated(error, stream);
          }),
        ),
      );
      measured();
      return {
        position: result.position?.commit || (await head()),
        revision: result.nextExpectedRevision,
      };
    },
    // The client waits for streams that may never say that they have ended.
    dispose: () => Promise.race([client.dispose(), pause(DISPOSE_MS, undefined, { ref: false })]),
  };
}

class SilenceError extends Error {}

/** Trouble that may be over at the next try. */
function isPassing(error: unknown): boolean {
  if (error instanceof SilenceError) return true;
  return error instanceof Error && isCommandError(error) && PASSING.has(error.type);
}

const PASSING: ReadonlySet<ErrorType> = new Set([
  ErrorType.UNAVAILABLE,
  ErrorType.DEADLINE_EXCEEDED,
  ErrorType.CANCELLED,
  ErrorType.TIMEOUT,
  ErrorType.NOT_LEADER,
  ErrorType.UNKNOWN,
]);

function translated(error: unknown, stream: string): unknown {
  if (error instanceof WrongExpectedVersionError) return new WrongRevisionError(stream, { cause: error });
  if (
    error instanceof Error &&
    isCommandError(error) &&
    error.type === ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED
  ) {
    return new DomainError('too_large', 'EVENT_TOO_LARGE', 'This is too much at once.', { cause: error });
  }
  return error;
}

/** Servers before 22.6 do not say where in the log an event of a stream stands. */
function positionOf(event: unknown): bigint | undefined {
  const commit = (event as { position?: { commit: bigint } }).position?.commit;
  return commit !== undefined && commit > 0n && commit < 1n << 63n ? commit : undefined;
}

function credentialsIn(url: string): { username: string; password: string } | undefined {
  const [, username, password] = /^esdb(?:\+discover)?:\/\/([^:@/]+):([^@/]*)@/.exec(url) ?? [];
  if (username === undefined || password === undefined) return undefined;
  return { username: decodeURIComponent(username), password: decodeURIComponent(password) };
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new SilenceError(`No answer within ${ms} ms`)), ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
