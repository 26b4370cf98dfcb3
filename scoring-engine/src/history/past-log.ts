import type { EventStoreDBClient } from '@eventstore/db-client';
import type { StoredEvent } from '@landline/event-schemas/codec';
import { readStream } from '../service/log.ts';
import { readLog } from '../service/read-log.ts';

export interface PastLogQuery {
  /** Position after which reading starts; -1: from the first event. */
  readonly after: bigint;
  /** Prefixes of event types; all others are left out. */
  readonly types: readonly string[];
  /** Handles an event; returns false to stop reading. */
  readonly take: (event: StoredEvent, position: bigint) => boolean;
}

/** The event log as past scores are derived from it, wherever it is read. */
export interface PastLog {
  /** Reads events up to the log's current end. */
  read(query: PastLogQuery): Promise<unknown>;
  /** Yields the events of a stream, none when it does not exist. Callers may stop early. */
  readStream(stream: string, which: 'first' | 'all, last first'): AsyncIterable<StoredEvent>;
}

/** Reads the log from the event store. */
export const pastLogOf = (client: EventStoreDBClient): PastLog => ({
  read: (query) => readLog(client, { ...query, signal: new AbortController().signal }),
  readStream: (stream, which) => readStream(client, stream, which),
});
