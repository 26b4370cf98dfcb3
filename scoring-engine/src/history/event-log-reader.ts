import type { EventStoreDBClient } from '@eventstore/db-client';
import type { StoredEvent } from '@landline/event-schemas/codec';
import { readStream } from '../service/event-log.ts';
import { type ReadLogOptions, readLog } from '../service/read-log.ts';

interface EventLogQuery extends Pick<ReadLogOptions, 'after' | 'types'> {
  /** Handles an event; returns false to stop reading. */
  readonly onEvent: (event: StoredEvent, position: bigint) => boolean;
}

/**
 * Access to the event log that past scores are calculated from: an event store, or the API of a remote installation.
 */
export interface EventLogReader {
  /** Reads events up to the log's current end. */
  read(query: EventLogQuery): Promise<unknown>;
  /** Yields the events of a stream; nothing if it does not exist. Callers may stop early. */
  readStream(stream: string, range: 'first' | 'newest-first'): AsyncIterable<StoredEvent>;
}

/** Reads the log from the event store. */
export const eventLogReaderOf = (client: EventStoreDBClient): EventLogReader => ({
  read: (query) => readLog(client, { ...query, signal: new AbortController().signal }),
  readStream: (stream, range) => readStream(client, stream, range),
});
