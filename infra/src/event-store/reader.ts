import { setTimeout as delay } from 'node:timers/promises';
import { readBigint } from '@landline/runtime/postgres/binary-copy';
import pg from 'pg';
import { CopyToQuery } from './copy-to-query.ts';
import { TOMBSTONE_REVISION_TEXT } from './event-table.ts';
import type { Direction, Filter } from './read-request.ts';
import { createdAt, decodeReadEvent, type RecordedEvent } from './recorded-event.ts';
import { counterpart } from './stream-heads.ts';
import { isMetastream, type StreamMetadata, streamMetadata } from './stream-metadata.ts';
import { isConnectionLoss } from './writer-connection.ts';

/** A page of one stream, read in one snapshot with the stream's metadata. */
interface StreamPage {
  readonly state: 'found' | 'not_found' | 'deleted';
  /** Last revision ever written, readable or not; -1 if there is none. */
  readonly head: number;
  readonly events: readonly RecordedEvent[];
  /** Start of the next page; undefined at the end. */
  readonly next: number | undefined;
}

/** Entry of `$all` at one position, with the reader's filter applied. */
export interface LogEntry {
  readonly position: number;
  /** Undefined when the reader's filter skips the event. */
  readonly encoded: Buffer | undefined;
}

const MAX_CONNECTIONS = 8;
const PAGE_EVENTS = 512;
const PAGE_BYTES = 1024 * 1024;
const TIMEOUT_MS = 30_000;
const RETRY_MS = 100;

type EventRow = [position: string, stream: string, revision: string, type: string, encoded: Buffer];

/**
 * Reads committed events in pages of bounded size. Retries for up to half a minute while the database is
 * unavailable.
 */
export class Reader {
  readonly #pool: pg.Pool;

  constructor(databaseUrl: string) {
    this.#pool = new pg.Pool({
      connectionString: databaseUrl,
      application_name: 'landline event store',
      max: MAX_CONNECTIONS,
      idleTimeoutMillis: 60_000,
      connectionTimeoutMillis: 5_000,
    });
    this.#pool.on('error', () => {}); // the pool replaces a lost idle connection
    this.#pool.on('connect', (client) => client.on('error', () => {})); // the running query rejects as well
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  /**
   * Reads at most `limit` positions: forwards starting at `from`, or backwards starting just before it. An empty page
   * marks the end.
   */
  async all(
    from: number,
    direction: Direction,
    filter: Filter | undefined,
    limit = PAGE_EVENTS,
  ): Promise<LogEntry[]> {
    const [where, order] = direction === 'forwards' ? ['position >=', 'ASC'] : ['position <', 'DESC'];
    const filterColumns = filter === undefined ? '' : ', stream, type';
    return this.#withRetries(async () => {
      const entries: LogEntry[] = [];
      const query = new CopyToQuery(
        `SELECT position, encoded${filterColumns} FROM (
           SELECT *, sum(octet_length(encoded)) OVER (ORDER BY position ${order} ROWS UNBOUNDED PRECEDING) AS total
           FROM event_store.event WHERE ${where} ${from} ORDER BY position ${order}
           LIMIT ${Math.min(limit, PAGE_EVENTS)}
         ) AS page WHERE total - octet_length(encoded) < ${PAGE_BYTES} ORDER BY position ${order}`,
        (fields) => entries.push(toLogEntry(fields, filter)),
      );
      const client = await this.#pool.connect();
      try {
        client.query(query);
        await query.finished;
        client.release();
      } catch (error) {
        client.release(true);
        throw error;
      }
      return entries;
    });
  }

  /** Reads events of `stream` forwards or backwards, starting at `from`, without those that its metadata hides. */
  async stream(stream: string, from: number, direction: Direction, limit = PAGE_EVENTS): Promise<StreamPage> {
    const [where, order] = direction === 'forwards' ? ['revision >= $3', 'ASC'] : ['revision <= $3', 'DESC'];
    const count = Math.min(limit, PAGE_EVENTS);
    const text = `(SELECT 'head', position, '', revision, '', ''::bytea
        FROM event_store.event WHERE stream = $1 ORDER BY revision DESC LIMIT 1)
       UNION ALL
       (SELECT 'counterpart', position, '', revision, '', encoded
        FROM event_store.event WHERE stream = $2 ORDER BY revision DESC LIMIT 1)
       UNION ALL
       (SELECT 'event', position, stream, revision, type, encoded FROM (
          SELECT *, sum(octet_length(encoded)) OVER (ORDER BY revision ${order} ROWS UNBOUNDED PRECEDING) AS total
          FROM event_store.event
          WHERE stream = $1 AND ${where} AND revision < ${TOMBSTONE_REVISION_TEXT} ORDER BY revision ${order} LIMIT $4
        ) AS page WHERE total - octet_length(encoded) < ${PAGE_BYTES} ORDER BY revision ${order})`;
    const { rows } = await this.#withRetries(() =>
      this.#pool.query<[part: string, ...EventRow]>({
        name: `read_stream_${direction}`,
        text,
        values: [stream, counterpart(stream), from, count],
        rowMode: 'array',
      }),
    );
    const headRow = rows.find(([part]) => part === 'head');
    const counterpartRow = rows.find(([part]) => part === 'counterpart');
    const events = rows.filter(([part]) => part === 'event').map(([, ...row]) => toRecordedEvent(row));
    return toPage(stream, headRow, counterpartRow, events, direction);
  }

  async #withRetries<Result>(read: () => Promise<Result>): Promise<Result> {
    const deadline = Date.now() + TIMEOUT_MS;
    for (;;) {
      try {
        return await read();
      } catch (error) {
        if (!isConnectionLoss(error) || this.#pool.ending || Date.now() > deadline) throw error;
        await delay(RETRY_MS);
      }
    }
  }
}

function toLogEntry(fields: readonly Buffer[], filter: Filter | undefined): LogEntry {
  const [position, encoded, stream = '', type = ''] = fields as [Buffer, Buffer, Buffer?, Buffer?];
  const isWanted = filter === undefined || filter.matches({ stream: String(stream), type: String(type) });
  return { position: readBigint(position), encoded: isWanted ? Buffer.from(encoded) : undefined };
}

function toRecordedEvent([position, stream, revision, type, encoded]: EventRow): RecordedEvent {
  return {
    position: Number(position),
    stream,
    revision: revision === TOMBSTONE_REVISION_TEXT ? undefined : Number(revision),
    type,
    encoded,
  };
}

function toPage(
  stream: string,
  headRow: readonly unknown[] | undefined,
  counterpartRow: readonly unknown[] | undefined,
  events: readonly RecordedEvent[],
  direction: Direction,
): StreamPage {
  const counterpartRevision = counterpartRow?.[3];
  const tombstoned =
    headRow?.[3] === TOMBSTONE_REVISION_TEXT ||
    (isMetastream(stream) && counterpartRevision === TOMBSTONE_REVISION_TEXT);
  const emptyPage = { head: headRow === undefined ? -1 : Number(headRow[3]), events: [], next: undefined };
  if (tombstoned) return { ...emptyPage, state: 'deleted' };
  const data = counterpartRow === undefined ? undefined : decodeReadEvent(counterpartRow[5] as Buffer)?.data;
  const metadata = isMetastream(stream) ? streamMetadata(stream, undefined) : streamMetadata(stream, data);
  if (headRow === undefined || metadata.softDeleted) return { ...emptyPage, state: 'not_found' };

  const first = Math.max(metadata.truncateBefore, firstWithinMaxCount(emptyPage.head, metadata));
  const last = events.at(-1)?.revision;
  let next: number | undefined;
  if (last !== undefined && direction === 'forwards' && last < emptyPage.head)
    next = Math.max(last + 1, first);
  if (last !== undefined && direction === 'backwards' && last > first) next = last - 1;
  return { state: 'found', head: emptyPage.head, events: visible(events, first, metadata), next };
}

function firstWithinMaxCount(head: number, { maxCount }: StreamMetadata): number {
  return maxCount === undefined ? 0 : head - maxCount + 1;
}

function visible(events: readonly RecordedEvent[], first: number, metadata: StreamMetadata): RecordedEvent[] {
  const oldest = metadata.maxAge === undefined ? undefined : Date.now() - metadata.maxAge * 1_000;
  const isYoung = ({ encoded }: RecordedEvent) => {
    if (oldest === undefined) return true;
    const event = decodeReadEvent(encoded);
    return event !== undefined && createdAt(event) >= oldest;
  };
  return events.filter((event) => event.revision !== undefined && event.revision >= first && isYoung(event));
}
