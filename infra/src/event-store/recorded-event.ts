import type { ContentType } from './proposed-event.ts';
import { decodeUuid, UUID_LENGTH, writeUuid } from './uuid.ts';
import { EMPTY, FieldReader, FieldWriter, fieldSize, MalformedMessageError, varintSize } from './wire.ts';

/** An event with its place in the log, in the form sent to readers. */
export interface RecordedEvent {
  readonly position: number;
  readonly stream: string;
  /** Undefined for a tombstone, which follows every possible revision. */
  readonly revision: number | undefined;
  readonly type: string;
  /** A complete `ReadResp` message. */
  readonly encoded: Buffer;
}

interface EventToRecord {
  readonly id: Buffer;
  readonly stream: string;
  readonly revision: number | undefined;
  readonly position: number;
  readonly type: string;
  readonly contentType: ContentType;
  /** Milliseconds since 1970. */
  readonly created: number;
  readonly customMetadata: Buffer;
  readonly data: Buffer;
}

/** Revision of a tombstone, which follows every possible revision: the largest PostgreSQL `bigint`. */
export const TOMBSTONE_REVISION = 2n ** 63n - 1n;
const TOMBSTONE_VARINT = Buffer.from('ffffffffffffffff7f', 'hex');
const UUID_FIELD_SIZE = 40; // tag, length, and a message of tag, length and 36 characters
const TICKS_DIGITS = 17;

const CREATED_ENTRY = mapEntry('created', '0'.repeat(TICKS_DIGITS));
const CREATED_PREFIX = CREATED_ENTRY.subarray(0, CREATED_ENTRY.length - TICKS_DIGITS);
const CONTENT_TYPE_ENTRIES: Readonly<Record<ContentType, Buffer>> = {
  'application/json': mapEntry('content-type', 'application/json'),
  'application/octet-stream': mapEntry('content-type', 'application/octet-stream'),
};
const TYPE_KEY = Buffer.from('\x0a\x04type', 'latin1');

/** Encodes the `ReadResp` of an event, for stream readers and `$all` readers. */
export function encodeRecordedEvent(event: EventToRecord): Buffer {
  const { revision, position, customMetadata, data } = event;
  const stream = Buffer.from(event.stream);
  const type = Buffer.from(event.type);
  const contentType = CONTENT_TYPE_ENTRIES[event.contentType];

  const streamSize = fieldSize(stream.length);
  const typeEntrySize = TYPE_KEY.length + fieldSize(type.length);
  const positionSize = varintSize(position);
  const recordedSize =
    UUID_FIELD_SIZE +
    fieldSize(streamSize) +
    1 +
    (revision === undefined ? TOMBSTONE_VARINT.length : varintSize(revision)) +
    2 * (1 + positionSize) +
    fieldSize(typeEntrySize) +
    CREATED_ENTRY.length +
    contentType.length +
    (customMetadata.length > 0 ? fieldSize(customMetadata.length) : 0) +
    (data.length > 0 ? fieldSize(data.length) : 0);
  const readEventSize = fieldSize(recordedSize) + 1 + positionSize;

  const writer = new FieldWriter(fieldSize(readEventSize));
  writer.byte(0x0a); // ReadResp.event
  writer.varint(readEventSize);
  writer.byte(0x0a); // ReadEvent.event
  writer.varint(recordedSize);
  writer.byte(0x0a); // id
  writer.byte(38);
  writer.byte(0x12); // UUID.string
  writer.byte(UUID_LENGTH);
  writeUuid(event.id, writer.buffer, writer.reserve(UUID_LENGTH));
  writer.byte(0x12); // stream_identifier
  writer.varint(streamSize);
  writer.bytesField(3, stream);
  if (revision === undefined) {
    writer.byte(0x18); // stream_revision
    writer.raw(TOMBSTONE_VARINT);
  } else writer.varintField(3, revision);
  writer.varintField(4, position); // prepare_position
  writer.varintField(5, position); // commit_position
  writer.byte(0x32); // metadata
  writer.varint(typeEntrySize);
  writer.raw(TYPE_KEY);
  writer.bytesField(2, type);
  writer.raw(CREATED_PREFIX);
  writer.latin1(`${event.created}0000`); // in ticks of 100 ns
  writer.raw(contentType);
  if (customMetadata.length > 0) writer.bytesField(7, customMetadata);
  if (data.length > 0) writer.bytesField(8, data);
  writer.varintField(3, position); // ReadEvent.commit_position
  return writer.buffer;
}

function enter(reader: FieldReader, field: number): FieldReader {
  while (reader.next()) {
    if (reader.field === field) return reader.message();
    reader.skip();
  }
  throw new MalformedMessageError('The message holds no recorded event');
}

function mapEntry(key: string, value: string): Buffer {
  const writer = new FieldWriter(fieldSize(fieldSize(key.length) + fieldSize(value.length)));
  writer.byte(0x32);
  writer.varint(fieldSize(key.length) + fieldSize(value.length));
  writer.bytesField(1, Buffer.from(key));
  writer.bytesField(2, Buffer.from(value));
  return writer.buffer;
}

/** Everything that a reader receives of an event. Texts are byte views of the message. */
export interface ReadEvent
  extends Omit<EventToRecord, 'stream' | 'type' | 'contentType' | 'created'>,
    Readonly<Record<'stream' | 'type' | 'contentType', Buffer>> {
  /** Ticks of 100 ns, as digits. */
  readonly created: Buffer;
}

/** Time of a stored event, in milliseconds since 1970. */
export const createdAt = ({ created }: ReadEvent): number => Number(created.toString('latin1')) / 10_000;

/** Decodes the event in a `ReadResp`; undefined when it has none. Throws MalformedMessageError. */
export function decodeReadEvent(encoded: Buffer): ReadEvent | undefined {
  const response = new FieldReader(encoded);
  while (response.next()) {
    if (response.field === 1) return decodeRecorded(enter(response.message(), 1));
    response.skip();
  }
  return undefined;
}

function decodeRecorded(recorded: FieldReader): ReadEvent {
  const event = {
    id: EMPTY,
    stream: EMPTY,
    revision: undefined as number | undefined,
    position: Number.NaN,
    type: EMPTY,
    contentType: EMPTY,
    created: EMPTY,
    customMetadata: EMPTY,
    data: EMPTY,
  };
  while (recorded.next()) {
    switch (recorded.field) {
      case 1:
        event.id = decodeUuid(recorded.bytes());
        break;
      case 2:
        event.stream = nameIn(recorded.message());
        break;
      case 3: {
        const revision = recorded.varint();
        event.revision = Number.isSafeInteger(revision) ? revision : undefined;
        break;
      }
      case 5:
        event.position = recorded.varint();
        break;
      case 6: {
        const [key, value] = recorded.entry();
        if (key === 'type') event.type = value;
        else if (key === 'content-type') event.contentType = value;
        else if (key === 'created') event.created = value;
        break;
      }
      case 7:
        event.customMetadata = recorded.bytes();
        break;
      case 8:
        event.data = recorded.bytes();
        break;
      default:
        recorded.skip();
    }
  }
  if (event.id.length === 0 || !Number.isSafeInteger(event.position))
    throw new MalformedMessageError('The recorded event has no id or no position');
  return event;
}

function nameIn(identifier: FieldReader): Buffer {
  while (identifier.next()) {
    if (identifier.field === 3) return identifier.bytes();
    identifier.skip();
  }
  return EMPTY;
}
