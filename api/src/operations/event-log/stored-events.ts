import {
  BACKWARDS,
  END,
  type EventStoreDBClient,
  FORWARDS,
  type ResolvedEvent,
  START,
  StreamNotFoundError,
} from '@eventstore/db-client';
import { DomainError } from '../../platform/errors.ts';
import type { StoredEventRow, StoredEventsQuery } from './contract.ts';

/** Events read at a time; an event can be as large as a megabyte. */
const PAGE_SIZE = 32;

/** Yields events as they are stored: personal fields stay encrypted. Throws `STREAM_NOT_FOUND`. */
export async function* storedEvents(
  client: EventStoreDBClient,
  { from, limit, ...source }: StoredEventsQuery,
): AsyncGenerator<StoredEventRow> {
  let next = from === undefined ? undefined : BigInt(from);
  let last: string | undefined;
  for (let remaining = limit; ; ) {
    const page = await readPage(client, source, next, last === undefined);
    for (const resolved of page) {
      const row = storedEventRow(resolved);
      if (row === undefined || row.id === last) continue; // a page may begin with the last event of the previous page
      yield row;
      if (--remaining === 0) return;
    }
    const end = page.at(-1)?.event;
    if (page.length < PAGE_SIZE || end === undefined || end.id === last) return;
    last = end.id;
    next = source.stream === undefined ? end.position?.commit : end.revision;
  }
}

/** Reads to the end of the page: the client never releases a call whose reader stops early. */
async function readPage(
  client: EventStoreDBClient,
  { stream, backwards }: Pick<StoredEventsQuery, 'stream' | 'backwards'>,
  from: bigint | undefined,
  isFirst: boolean,
): Promise<ResolvedEvent[]> {
  const options = { direction: backwards ? BACKWARDS : FORWARDS, maxCount: PAGE_SIZE } as const;
  const edge = backwards ? END : START;
  try {
    if (stream !== undefined)
      return await Array.fromAsync(client.readStream(stream, { ...options, fromRevision: from ?? edge }));
    const fromPosition = from === undefined ? edge : { commit: from, prepare: from };
    const page = await Array.fromAsync(client.readAll({ ...options, fromPosition }));
    if (!isFirst || !backwards || from === undefined) return page;
    // Unlike a stream, the log is read backwards from just before a position.
    const [first] = await Array.fromAsync(client.readAll({ direction: FORWARDS, fromPosition, maxCount: 1 }));
    return first?.event?.position.commit === from ? [first, ...page] : page;
  } catch (error) {
    if (!(error instanceof StreamNotFoundError)) throw error;
    throw new DomainError('not_found', 'STREAM_NOT_FOUND', `There is no stream ${stream}`);
  }
}

/** Converts a stored event to a row; returns undefined for a system event (type `$…`). */
export function storedEventRow({ event }: ResolvedEvent): StoredEventRow | undefined {
  if (event === undefined || event.type.startsWith('$')) return undefined;
  const { id, type, streamId, revision, position, created, data, metadata } = event;
  return {
    position: position === undefined ? null : String(position.commit),
    id,
    type,
    stream: streamId,
    revision: String(revision),
    created: created.toISOString(),
    data,
    metadata,
  };
}
