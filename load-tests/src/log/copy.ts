import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { encodeRecordedEvent } from '@landline/infra/event-store/recorded-event';
import pg from 'pg';
import { from } from 'pg-copy-streams';

/** An event with its stream and revision. */
export interface PlacedEvent {
  readonly stream: string;
  readonly revision: number;
  readonly type: string;
  readonly created: number;
  readonly data: object;
  readonly metadata: object;
}

const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const TRAILER = Buffer.from([0xff, 0xff]);
const PIECE_BYTES = 256 * 1024;
const ID_BYTES = 16;
const LONG_BYTES = 8;
const COLUMNS = ['position', 'revision', 'repeat', 'id', 'stream', 'type', 'encoded'];

/**
 * Appends events to a stopped embedded event store, in its own row format and with one statement. Resolves
 * with the position of the last.
 */
export async function copyIntoLog(databaseUrl: string, events: Iterable<PlacedEvent>): Promise<number> {
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  try {
    const { rows } = await database.query<{ next: string }>(
      'SELECT coalesce(max(position), -1) + 1 AS next FROM event_store.event',
    );
    const first = Number(rows[0]?.next);
    const encoded = new Rows(first);
    const copy = `COPY event_store.event (${COLUMNS.join(', ')}) FROM STDIN (FORMAT binary)`;
    await pipeline(Readable.from(encoded.of(events)), database.query(from(copy)));
    await database.query('ANALYZE event_store.event');
    return encoded.next - 1;
  } finally {
    await database.end();
  }
}

class Rows {
  next: number;

  constructor(first: number) {
    this.next = first;
  }

  *of(events: Iterable<PlacedEvent>): Generator<Buffer> {
    let pieces: Buffer[] = [SIGNATURE];
    let bytes = 0;
    for (const event of events) {
      const row = rowOf(event, this.next++);
      pieces.push(row);
      bytes += row.length;
      if (bytes < PIECE_BYTES) continue;
      yield Buffer.concat(pieces);
      pieces = [];
      bytes = 0;
    }
    yield Buffer.concat([...pieces, TRAILER]);
  }
}

function rowOf({ stream, revision, type, created, data, metadata }: PlacedEvent, position: number): Buffer {
  const id = createHash('md5').update(`${stream} ${revision}`).digest();
  id.writeUInt8(0x40 | (id.readUInt8(6) & 0x0f), 6);
  id.writeUInt8(0x80 | (id.readUInt8(8) & 0x3f), 8);
  const encoded = encodeRecordedEvent({
    id,
    stream,
    revision,
    position,
    type,
    contentType: 'application/json',
    created,
    customMetadata: Buffer.from(JSON.stringify(metadata)),
    data: Buffer.from(JSON.stringify(data)),
  });
  const [streamText, typeText] = [Buffer.from(stream), Buffer.from(type)];
  const fields = [long(position), long(revision), long(0), id, streamText, typeText, encoded];
  const row = Buffer.allocUnsafe(
    2 + 4 * fields.length + 3 * LONG_BYTES + ID_BYTES + streamText.length + typeText.length + encoded.length,
  );
  let at = row.writeInt16BE(fields.length);
  for (const field of fields) {
    at = row.writeInt32BE(field.length, at);
    at += field.copy(row, at);
  }
  return row;
}

function long(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(LONG_BYTES);
  bytes.writeBigInt64BE(BigInt(value));
  return bytes;
}
