import pg from 'pg';
import { CopyRows } from '../event-store/copy-rows.ts';
import type { ContentType } from '../event-store/proposed-event.ts';
import { decodeReadEvent, encodeRecordedEvent, type ReadEvent } from '../event-store/recorded-event.ts';
import type { Taken } from './verifier.ts';

/** Of the event table, in the order in which its rows are read here. */
export const LOG_COLUMNS = ['position', 'revision', 'repeat', 'id', 'stream', 'type', 'encoded'] as const;
type Row = readonly [
  position: Buffer,
  revision: Buffer,
  repeat: Buffer,
  id: Buffer,
  stream: Buffer,
  type: Buffer,
  encoded: Buffer,
];
const TOMBSTONE_REVISION = 2n ** 63n - 1n;

/** Every row of the embedded event store in the log's order. */
export async function readRows(databaseUrl: string, take: (row: Taken) => void): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'landline events verify' });
  await client.connect();
  try {
    const rows = new CopyRows(
      `SELECT ${LOG_COLUMNS.join(', ')} FROM event_store.event ORDER BY position`,
      (fields) => take(takenFrom(fields)),
    );
    client.query(rows);
    await rows.finished;
  } finally {
    await client.end();
  }
}

/** A row as it was read, and what is wrong with it by itself. */
export function takenFrom(fields: readonly Buffer[]): Taken {
  const [at, , , , , , encoded] = fields as Row;
  const position = Number(at.readBigInt64BE());
  try {
    const event = decodeReadEvent(encoded);
    return {
      position,
      event,
      fault: event === undefined ? 'carries no event' : faultOf(fields as Row, event),
    };
  } catch (error) {
    return { position, event: undefined, fault: `cannot be read: ${(error as Error).message}` };
  }
}

/** The columns say what the message says, and the message is written as this store writes it, to the bit. */
function faultOf([position, revision, repeat, id, stream, type, encoded]: Row, event: ReadEvent) {
  const wanted = event.revision === undefined ? TOMBSTONE_REVISION : BigInt(event.revision);
  if (position.readBigInt64BE() !== BigInt(event.position)) return 'its position column is not its position';
  if (revision.readBigInt64BE() !== wanted) return 'its revision column is not its revision';
  if (!id.equals(event.id)) return 'its id column is not its id';
  if (!stream.equals(event.stream)) return 'its stream column is not its stream';
  if (!type.equals(event.type)) return 'its type column is not its type';
  const repeated = repeat.readBigInt64BE();
  if (repeated !== 0n && repeated !== wanted) return 'its repeat column is neither 0 nor its revision';
  const again = encodeRecordedEvent({
    ...event,
    stream: event.stream.toString(),
    type: event.type.toString(),
    contentType: event.contentType.toString() as ContentType, // another would not encode to the same bytes
    created: Number(event.created.toString()) / 10_000,
  });
  return again.equals(encoded) ? undefined : 'its message is not written as it was';
}
