import { setTimeout as pause } from 'node:timers/promises';
import {
  type AllStreamJSONRecordedEvent,
  ErrorType,
  type EventStoreDBClient,
  isCommandError,
  jsonEvent,
  type StreamingRead,
  StreamNotFoundError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { categoryOf } from '@landline/event-schemas';
import type { StoredEvent } from '@landline/event-schemas/codec';
import { eventStoreRefusal, openEventStore } from '@landline/runtime/event-store/connection';
import { TEMPORARY_EVENT_STORE_ERRORS } from '@landline/runtime/process/temporary-error';
import { within } from '@landline/runtime/process/within';
import { traced } from '@landline/runtime/tracing/tracing';
import type { Logger } from 'pino';
import { DomainError, type RevisionMismatch, unavailable } from '../errors.ts';
import { appendSeconds } from '../metrics/process-metrics.ts';
import { decodeBase64Natively } from './native-base64.ts';

/** Deadline of one attempt and time limit for all attempts, in milliseconds; each event read restarts the latter. */
const ATTEMPT_MS = 5_000;
const RETRY_MS = 15_000;
/** Interval between checks for silence during a read, in milliseconds. */
const GUARD_MS = 250;
const DISPOSE_MS = 1_000;
const FIRST_DELAY_MS = 100;
const MAX_DELAY_MS = 2_000;
/** Maximum page size of `readAfter`, in events. */
const MAX_PAGE = 128;

export interface NewEvent {
  id: string;
  type: string;
  data: Record<string, unknown>;
  metadata: object;
}

/** Revision conflict of an append; revision -1n stands for an empty stream. */
export class WrongRevisionError extends Error {
  readonly code = 'WRONG_REVISION';
  readonly data: RevisionMismatch;

  constructor(data: RevisionMismatch, options?: { cause: unknown }) {
    super(`${data.stream} is at revision ${data.actual}, not ${data.expected}`, options);
    this.data = data;
  }
}

/** An event as read from the whole log. */
export type LogEvent = Pick<AllStreamJSONRecordedEvent, 'streamId' | 'type' | 'created' | 'position'>;

/** The process's only connection to the event store. */
export interface EventStore {
  /** For subscriptions. Appends must use `append`. */
  readonly client: EventStoreDBClient;
  /**
   * Calls `visit` with each event of a stream, oldest first, or with `count` events from the revision `from`. Returns the
   * revision of the last one, -1n if there is none.
   */
  read(
    stream: string,
    visit: (event: StoredEvent, position: bigint | undefined) => void,
    range?: { from: bigint; count: number },
  ): Promise<bigint>;
  /** Calls `visit` with the last event of a stream only; otherwise like `read`. */
  readLast(
    stream: string,
    visit: (event: StoredEvent, position: bigint | undefined) => void,
  ): Promise<bigint>;
  readOne(stream: string, revision: bigint): Promise<StoredEvent | undefined>;
  /** Appends idempotently by event id. Throws WrongRevisionError. */
  append(
    stream: string,
    events: NewEvent[],
    expectedRevision: bigint | 'any',
  ): Promise<{ position: bigint; revision: bigint }>;
  readAt(position: bigint): Promise<StoredEvent | undefined>;
  /** Returns the first event after a position for which `isSkipped` is false. */
  readAfter(position: bigint, isSkipped?: (event: LogEvent) => boolean): Promise<LogEvent | undefined>;
  /** Returns the commit position of the last event in the log. */
  head(): Promise<bigint>;
  dispose(): Promise<void>;
}

/**
 * Connects to EVENTSTORE_URL. Calls have a deadline and are retried; event ids make retried appends idempotent. Throws
 * `UNAVAILABLE` when retries run out.
 */
export function connectEventStore(url: string, log: Logger, retryMs = RETRY_MS): EventStore {
  decodeBase64Natively();
  const client = openEventStore(url);

  async function withRetries<T>(
    operation: string,
    attempt: (deadline: number, onProgress: () => void) => Promise<T>,
  ): Promise<T> {
    let until = Date.now() + retryMs;
    const onProgress = () => {
      until = Date.now() + retryMs;
    };
    for (let delay = FIRST_DELAY_MS; ; delay = Math.min(delay * 2, MAX_DELAY_MS)) {
      const deadline = Math.max(1, Math.min(ATTEMPT_MS, until - Date.now()));
      try {
        return await attempt(deadline, onProgress);
      } catch (error) {
        const refusal = eventStoreRefusal(error);
        if (refusal !== undefined) throw refusal;
        if (!isTransient(error)) throw error;
        if (Date.now() + delay >= until) throw unavailable(2, 'UNAVAILABLE', error);
        log.warn({ event: 'event_store.retry', operation, err: error }, 'Event store call failed; retrying');
        await pause(delay * (0.5 + Math.random() / 2));
      }
    }
  }

  const collect = <Event>(read: () => StreamingRead<{ event?: Event }>): Promise<Event[]> =>
    withRetries('read', async (deadline) => {
      const events: Event[] = [];
      await visitEach(read(), deadline, (event) => events.push(event));
      return events;
    });
  const head = async () => {
    const [last] = await collect(() =>
      client.readAll({ direction: 'backwards', fromPosition: 'end', maxCount: 1 }),
    );
    return last?.position.commit ?? 0n;
  };

  return {
    client,
    head,
    read: (stream, visit, { from, count } = { from: 0n, count: Number.MAX_SAFE_INTEGER }) =>
      traced({ name: `read ${categoryOf(stream)}`, kind: 'client' }, async () => {
        let last = -1n;
        let fromRevision = from;
        let maxCount = count;
        await withRetries('read', async (deadline, onProgress) => {
          if (maxCount === 0) return;
          const events = client.readStream<never>(stream, { fromRevision, maxCount });
          await visitEach(events, deadline, (event: StoredEvent) => {
            last = event.revision;
            fromRevision = last + 1n;
            maxCount--;
            onProgress();
            visit(event, positionOf(event));
          });
        });
        return last;
      }),
    async readLast(stream, visit) {
      const [event] = await collect<StoredEvent>(() =>
        client.readStream<never>(stream, { direction: 'backwards', fromRevision: 'end', maxCount: 1 }),
      );
      if (!event) return -1n;
      visit(event, positionOf(event));
      return event.revision;
    },
    async readOne(stream, fromRevision) {
      const [event] = await collect<StoredEvent>(() =>
        client.readStream<never>(stream, { direction: 'forwards', fromRevision, maxCount: 1 }),
      );
      return event;
    },
    async readAt(commit) {
      const [event] = await collect(() =>
        client.readAll({ direction: 'forwards', fromPosition: { commit, prepare: commit }, maxCount: 1 }),
      );
      return event?.position.commit === commit ? (event as StoredEvent) : undefined;
    },
    async readAfter(commit, isSkipped = () => false) {
      let last = commit;
      for (let maxCount = 2; ; maxCount = Math.min(maxCount * 4, MAX_PAGE)) {
        const fromPosition = last < 0n ? ('start' as const) : { commit: last, prepare: last };
        const page = await collect(() => client.readAll({ direction: 'forwards', fromPosition, maxCount }));
        // A page starts with the last event of the previous one.
        const events = page.filter(({ position }) => position.commit > last);
        const next = events.find((event) => !isSkipped(event));
        const end = events.at(-1)?.position.commit;
        if (next !== undefined || end === undefined) return next;
        last = end;
      }
    },
    async append(stream, events, expectedRevision) {
      const expected = expectedRevision === -1n ? 'no_stream' : expectedRevision;
      const jsonEvents = events.map((event) => jsonEvent(event as never));
      const stopTimer = appendSeconds.startTimer();
      const result = await traced({ name: `append ${categoryOf(stream)}`, kind: 'client' }, () =>
        withRetries('append', (deadline) =>
          // The call's own deadline does not cover server discovery.
          within(
            deadline + 1_000,
            client.appendToStream(stream, jsonEvents, { expectedRevision: expected, deadline }),
            silence(deadline + 1_000),
          ).catch((error: unknown) => {
            throw domainErrorFrom(error, stream, expectedRevision);
          }),
        ),
      );
      stopTimer();
      return {
        position: result.position?.commit || (await head()),
        revision: result.nextExpectedRevision,
      };
    },
    // `client.dispose()` waits for open streams, which may never end. The timer also keeps the process alive until then.
    async dispose() {
      const disposal = new AbortController();
      const limit = pause(DISPOSE_MS, undefined, { signal: disposal.signal }).catch(() => undefined); // aborted
      try {
        await Promise.race([client.dispose(), limit]);
      } finally {
        disposal.abort();
      }
    },
  };
}

/** Calls `visit` with each event of a read. Cancels the read if no event arrives within `deadline` milliseconds. */
async function visitEach<Event>(
  events: StreamingRead<{ event?: Event }>,
  deadline: number,
  visit: (event: Event) => void,
): Promise<void> {
  // The client emits errors of a broken call even after the read has ended; the loop below rejects with them.
  events.on('error', () => undefined);
  let lastProgressAt = Date.now();
  const guard = setInterval(() => {
    if (Date.now() - lastProgressAt > deadline) events.destroy(silence(deadline)());
  }, GUARD_MS);
  try {
    for await (const { event } of events) {
      lastProgressAt = Date.now();
      if (event) visit(event);
    }
  } catch (error) {
    if (!(error instanceof StreamNotFoundError)) throw error;
  } finally {
    clearInterval(guard);
    if (!events.readableEnded) events.cancel().catch(() => undefined); // rejects for a broken call, whose error the loop has thrown
  }
}

class SilenceError extends Error {}
const silence = (ms: number) => () => new SilenceError(`No response within ${ms} ms`);

function isTransient(error: unknown): boolean {
  if (error instanceof SilenceError) return true;
  return error instanceof Error && isCommandError(error) && TEMPORARY_EVENT_STORE_ERRORS.has(error.type);
}

function domainErrorFrom(error: unknown, stream: string, expected: bigint | 'any'): unknown {
  if (error instanceof WrongExpectedVersionError) {
    const actual = error.actualVersion === 'no_stream' ? -1n : error.actualVersion;
    return new WrongRevisionError({ stream, expected, actual }, { cause: error });
  }
  if (
    error instanceof Error &&
    isCommandError(error) &&
    error.type === ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED
  ) {
    return new DomainError(
      'too_large',
      'EVENT_TOO_LARGE',
      'This change is too large to save at once. Split it into smaller changes.',
      {
        data: { stream },
        cause: error,
      },
    );
  }
  return error;
}

/** Returns an event's commit position, which servers before 22.6 do not send with the events of a stream. */
function positionOf(event: unknown): bigint | undefined {
  const commit = (event as { position?: { commit: bigint } }).position?.commit;
  return commit !== undefined && commit > 0n && commit < 1n << 63n ? commit : undefined;
}
