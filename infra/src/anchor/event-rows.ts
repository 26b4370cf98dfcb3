import { withConnection } from '@landline/runtime/postgres/connection';
import { CopyToQuery } from '../event-store/copy-to-query.ts';
import type { ContentType } from '../event-store/proposed-event.ts';
import {
  decodeReadEvent,
  encodeRecordedEvent,
  type ReadEvent,
  TOMBSTONE_REVISION,
} from '../event-store/recorded-event.ts';
import type { ReadRow } from './verifier.ts';

/** Columns of the event table, in reading order. */
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

/** Reads every row of the embedded event store in log order. */
export async function readRows(databaseUrl: string, onRow: (row: ReadRow) => void): Promise<void> {
  const rows = new CopyToQuery(
    `SELECT ${LOG_COLUMNS.join(', ')} FROM event_store.event ORDER BY position`,
    (fields) => onRow(readRowFrom(fields)),
  );
  await withConnection(databaseUrl, 'landline events verify', async (client) => {
    client.query(rows);
    await rows.finished;
  });
}

/** Decodes a row and reports faults that can be detected without other rows. */
export function readRowFrom(fields: readonly Buffer[]): ReadRow {
  const [at, , , , , , encoded] = fields as Row;
  const position = Number(at.readBigInt64BE());
  try {
    const event = decodeReadEvent(encoded);
    return {
      position,
      event,
      fault: event === undefined ? 'holds no event' : faultOf(fields as Row, event),
    };
  } catch (error) {
    return { position, event: undefined, fault: `cannot be decoded: ${(error as Error).message}` };
  }
}

/**
 * Returns the fault of a row whose columns contradict the message, or whose message is not encoded exactly as this
 * store encodes it.
 */
function faultOf([position, revision, repeat, id, stream, type, encoded]: Row, event: ReadEvent) {
  const expected = event.revision === undefined ? TOMBSTONE_REVISION : BigInt(event.revision);
  if (position.readBigInt64BE() !== BigInt(event.position))
    return 'has another position in its position column';
  if (revision.readBigInt64BE() !== expected) return 'has another revision in its revision column';
  if (!id.equals(event.id)) return 'has another id in its id column';
  if (!stream.equals(event.stream)) return 'has another stream in its stream column';
  if (!type.equals(event.type)) return 'has another type in its type column';
  const occurrence = repeat.readBigInt64BE();
  if (occurrence !== 0n && occurrence !== expected)
    return 'has a repeat column that is neither 0 nor its revision';
  const again = encodeRecordedEvent({
    ...event,
    stream: event.stream.toString(),
    type: event.type.toString(),
    contentType: event.contentType.toString() as ContentType, // any other value would encode to different bytes
    created: Number(event.created.toString()) / 10_000,
  });
  return again.equals(encoded) ? undefined : 'is not encoded as it was written';
}
