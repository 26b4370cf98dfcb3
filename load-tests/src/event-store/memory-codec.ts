/** The part of the protobuf wire format needed to parse appends and to build recorded events. */

interface Field {
  readonly number: number;
  readonly value: number;
  readonly start: number;
  readonly end: number;
}

export interface ProposedEvent {
  readonly id: Buffer;
  /** Complete fields of the metadata map, tags included; recorded unchanged. */
  readonly metadata: readonly Buffer[];
  readonly customMetadata: Buffer;
  readonly data: Buffer;
}

export interface Append {
  readonly correlationId: Buffer;
  readonly streamIdentifier: Buffer;
  readonly stream: string;
  readonly events: readonly ProposedEvent[];
}

const NOTHING: Buffer = Buffer.alloc(0);

export function decodeAppend(message: Buffer): Append {
  let correlationId = NOTHING;
  let streamIdentifier = NOTHING;
  const events: ProposedEvent[] = [];
  for (const { number, start, end } of fields(message, 0, message.length)) {
    if (number === 1) correlationId = message.subarray(start, end);
    else if (number === 3) events.push(decodeEvent(message, start, end));
    else if (number === 2) {
      for (const option of fields(message, start, end)) {
        if (option.number === 1) streamIdentifier = message.subarray(option.start, option.end);
      }
    }
  }
  return { correlationId, streamIdentifier, stream: streamIdentifier.toString('latin1'), events };
}

function decodeEvent(message: Buffer, from: number, to: number): ProposedEvent {
  let id = NOTHING;
  let customMetadata = NOTHING;
  let data = NOTHING;
  const metadata: Buffer[] = [];
  for (const { number, start, end } of fields(message, from, to)) {
    if (number === 1) id = message.subarray(start, end);
    else if (number === 2) metadata.push(message.subarray(start, end));
    else if (number === 3) customMetadata = message.subarray(start, end);
    else if (number === 4) data = message.subarray(start, end);
  }
  return { id, metadata, customMetadata, data };
}

/** Reads `count` of a `ReadReq`. */
export function decodeCount(message: Buffer): number {
  for (const { number, start, end } of fields(message, 0, message.length)) {
    if (number !== 1) continue;
    for (const option of fields(message, start, end)) if (option.number === 5) return option.value;
  }
  return 0;
}

export function encodeEvent(
  event: ProposedEvent,
  streamIdentifier: Buffer,
  revision: number,
  position: number,
  created: string,
): Buffer {
  const { id, metadata, customMetadata, data } = event;
  const createdEntry = 2 + 7 + 2 + created.length;
  const positionSize = 1 + varintSize(position);
  let recorded =
    fieldSize(id.length) + fieldSize(streamIdentifier.length) + 1 + varintSize(revision) + 2 * positionSize;
  for (const entry of metadata) recorded += fieldSize(entry.length);
  recorded += fieldSize(createdEntry) + fieldSize(customMetadata.length) + fieldSize(data.length);
  const readEvent = fieldSize(recorded) + positionSize;

  const out = Buffer.allocUnsafe(fieldSize(readEvent));
  let at = open(out, 0, 1, readEvent);
  at = open(out, at, 1, recorded);
  at = bytes(out, at, 1, id);
  at = bytes(out, at, 2, streamIdentifier);
  at = varint(out, at, 3, revision);
  at = varint(out, at, 4, position);
  at = varint(out, at, 5, position);
  for (const entry of metadata) at = bytes(out, at, 6, entry);
  at = open(out, at, 6, createdEntry);
  at = open(out, at, 1, 7);
  at += out.write('created', at, 'latin1');
  at = open(out, at, 2, created.length);
  at += out.write(created, at, 'latin1');
  at = bytes(out, at, 7, customMetadata);
  at = bytes(out, at, 8, data);
  varint(out, at, 3, position);
  return out;
}

export function encodeSuccess(
  correlationId: Buffer,
  streamIdentifier: Buffer,
  revision: number,
  position: number,
): Buffer {
  const positions = 2 * (1 + varintSize(position));
  const success = 1 + varintSize(revision) + fieldSize(positions);
  const out = Buffer.allocUnsafe(
    fieldSize(correlationId.length) + fieldSize(success) + fieldSize(streamIdentifier.length),
  );
  let at = bytes(out, 0, 1, correlationId);
  at = open(out, at, 3, success);
  at = varint(out, at, 1, revision);
  at = open(out, at, 3, positions);
  at = varint(out, at, 1, position);
  at = varint(out, at, 2, position);
  bytes(out, at, 4, streamIdentifier);
  return out;
}

function fields(message: Buffer, start: number, end: number): Field[] {
  const list: Field[] = [];
  let at = start;
  const number = () => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = message[at++] ?? 0;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
  };
  while (at < end) {
    const tag = number();
    const value = number();
    const length = (tag & 7) === 2 ? value : 0;
    list.push({ number: tag >>> 3, value, start: at, end: at + length });
    at += length;
  }
  return list;
}

function varintSize(value: number): number {
  let size = 1;
  for (; value >= 128; value /= 128) size++;
  return size;
}

function fieldSize(length: number): number {
  return 1 + varintSize(length) + length;
}

function varint(out: Buffer, at: number, field: number, value: number): number {
  out[at++] = field << 3;
  return digits(out, at, value);
}

function open(out: Buffer, at: number, field: number, length: number): number {
  out[at++] = (field << 3) | 2;
  return digits(out, at, length);
}

function bytes(out: Buffer, at: number, field: number, value: Buffer): number {
  at = open(out, at, field, value.length);
  out.set(value, at);
  return at + value.length;
}

function digits(out: Buffer, at: number, value: number): number {
  for (; value >= 128; value = Math.floor(value / 128)) out[at++] = (value % 128) | 0x80;
  out[at++] = value;
  return at;
}
