import { FieldReader, MalformedMessageError } from './wire.ts';

/** Length of the text form. */
export const UUID_LENGTH = 36;

const STRUCTURED = 1;
const STRING = 2;
const HEX = '0123456789abcdef';
const DIGITS = Buffer.from(HEX);
const DASH = 0x2d;
const DASHES_BEFORE = new Set([4, 6, 8, 10]);

/** Value of each ASCII hex digit; 255 elsewhere. */
const DIGIT_VALUES = new Uint8Array(256).fill(255);
for (const [value, digit] of [...HEX].entries()) {
  DIGIT_VALUES[digit.charCodeAt(0)] = value;
  DIGIT_VALUES[digit.toUpperCase().charCodeAt(0)] = value;
}

/**
 * Decodes the 16 bytes of an `event_store.client.UUID` message, which carries text or two 64-bit halves.
 */
export function decodeUuid(message: Buffer): Buffer {
  const reader = new FieldReader(message);
  while (reader.next()) {
    if (reader.field === STRING) return parseUuid(reader.bytes());
    if (reader.field === STRUCTURED) return decodeHalves(reader.bytes());
    reader.skip();
  }
  throw new MalformedMessageError('The UUID has no value');
}

/** Parses `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx` in ASCII. */
export function parseUuid(text: Buffer): Buffer {
  if (text.length !== UUID_LENGTH) throw new MalformedMessageError(`Not a UUID: ${text.toString()}`);
  const uuid = Buffer.allocUnsafe(16);
  let at = 0;
  let bad = 0;
  for (let index = 0; index < 16; index++) {
    if (DASHES_BEFORE.has(index)) at++;
    // Both indexes are within the text; a non-digit has its high bits set.
    const high = DIGIT_VALUES[text[at++] as number] as number;
    const low = DIGIT_VALUES[text[at++] as number] as number;
    bad |= high | low;
    uuid[index] = (high << 4) | low;
  }
  if (bad > 15) throw new MalformedMessageError(`Not a UUID: ${text.toString()}`);
  return uuid;
}

/** Writes the 36 characters of a UUID. */
export function writeUuid(uuid: Buffer, target: Buffer, at: number): void {
  for (let index = 0; index < 16; index++) {
    if (DASHES_BEFORE.has(index)) target[at++] = DASH;
    const byte = uuid[index] as number; // index is below 16
    target[at++] = DIGITS[byte >> 4] as number;
    target[at++] = DIGITS[byte & 15] as number;
  }
}

function decodeHalves(message: Buffer): Buffer {
  const uuid = Buffer.alloc(16);
  let at = 0;
  while (at < message.length) {
    const field = (message[at++] as number) >> 3;
    let bits = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = message[at++];
      if (byte === undefined) throw new MalformedMessageError('The UUID extends past the end of the message');
      bits |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    if (field === 1 || field === 2) uuid.writeBigUInt64BE(BigInt.asUintN(64, bits), (field - 1) * 8);
  }
  return uuid;
}
