import { FieldWriter, fieldSize, varintSize } from './wire.ts';

export const CAUGHT_UP = Buffer.from([0x42, 0]);
export const FELL_BEHIND = Buffer.from([0x4a, 0]);

export function encodeConfirmation(subscriptionId: string): Buffer {
  const id = Buffer.from(subscriptionId);
  const writer = new FieldWriter(fieldSize(fieldSize(id.length)));
  writer.byte(0x12); // ReadResp.confirmation
  writer.varint(fieldSize(id.length));
  writer.bytesField(1, id);
  return writer.buffer;
}

export function encodeCheckpoint(position: number): Buffer {
  const size = 2 * (1 + varintSize(position));
  const writer = new FieldWriter(fieldSize(size));
  writer.byte(0x1a); // ReadResp.checkpoint
  writer.varint(size);
  writer.varintField(1, position);
  writer.varintField(2, position);
  return writer.buffer;
}

export function encodeStreamNotFound(stream: string): Buffer {
  const name = Buffer.from(stream);
  const identifier = fieldSize(name.length);
  const writer = new FieldWriter(fieldSize(fieldSize(identifier)));
  writer.byte(0x22); // ReadResp.stream_not_found
  writer.varint(fieldSize(identifier));
  writer.byte(0x0a);
  writer.varint(identifier);
  writer.bytesField(3, name);
  return writer.buffer;
}

/** Encodes the `BatchAppendResp` of a success; without a revision the stream is empty. */
export function encodeBatchSuccess(
  correlationId: Buffer,
  stream: string,
  revision: number | undefined,
  position: number | undefined,
): Buffer {
  const name = Buffer.from(stream);
  const identifier = fieldSize(name.length);
  const revisionSize = revision === undefined ? 2 : 1 + varintSize(revision);
  const positions = position === undefined ? 0 : 2 * (1 + varintSize(position));
  const success = revisionSize + fieldSize(positions);
  const writer = new FieldWriter(
    fieldSize(correlationId.length) + fieldSize(success) + fieldSize(identifier),
  );
  writer.bytesField(1, correlationId);
  writer.byte(0x1a); // success
  writer.varint(success);
  if (revision === undefined) {
    writer.byte(0x12); // no_stream
    writer.byte(0);
  } else writer.varintField(1, revision);
  writer.byte(position === undefined ? 0x22 : 0x1a); // no_position, position
  writer.varint(positions);
  if (position !== undefined) {
    writer.varintField(1, position);
    writer.varintField(2, position);
  }
  writer.byte(0x22); // stream_identifier
  writer.varint(identifier);
  writer.bytesField(3, name);
  return writer.buffer;
}
