/**
 * PostgreSQL's binary COPY format: a signature, then rows of a 16-bit field count and fields, then a trailer. A field is
 * a 32-bit length and its bytes; a length of -1 is NULL.
 */

const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
/** 'PGCOPY\n\xff\r\n\0' and the flags; the length of the header extension follows. */
const FIXED_HEADER_BYTES = 15;
const TRAILER = -1;
const DEFAULT_CHUNK_BYTES = 65_536;
/** Length below which writing character by character is faster. */
const SHORT_TEXT = 40;
const JSONB_VERSION = 1;
/** PostgreSQL's epoch, in milliseconds since 1970; its timestamps count microseconds from there. */
const EPOCH_MS = Date.UTC(2000, 0, 1);

/** Encodes rows into a buffer that grows as needed. Methods named after a type write a field with its length. */
export class BinaryCopyWriter {
  readonly #chunkBytes: number;
  #buffer: Buffer;
  #at = 0;

  /** `chunkBytes` is the size at which `isFull` becomes true. */
  constructor(chunkBytes = DEFAULT_CHUNK_BYTES) {
    this.#chunkBytes = chunkBytes;
    this.#buffer = Buffer.allocUnsafe(2 * chunkBytes);
  }

  get isFull(): boolean {
    return this.#at >= this.#chunkBytes;
  }

  /** Returns what was written since the last call. */
  take(): Buffer {
    const written = this.#buffer.subarray(0, this.#at);
    this.#buffer = Buffer.allocUnsafe(2 * this.#chunkBytes);
    this.#at = 0;
    return written;
  }

  /** Starts the copy. */
  signature(): void {
    this.#reserve(SIGNATURE.length);
    this.#at += SIGNATURE.copy(this.#buffer, this.#at);
  }

  /** Starts a row. */
  row(fields: number): void {
    this.#reserve(2);
    this.#at = putInt16(this.#buffer, fields, this.#at);
  }

  /** Ends the copy and returns what was written since `take`. */
  finish(): Buffer {
    this.row(TRAILER);
    return this.#buffer.subarray(0, this.#at);
  }

  null(): void {
    this.int32(-1);
  }

  /** Writes the bare number, without a length. */
  int32(value: number): void {
    this.#reserve(4);
    this.#at = putInt32(this.#buffer, value, this.#at);
  }

  smallint(value: number): void {
    this.#reserve(6);
    this.#at = putInt16(this.#buffer, value, putInt32(this.#buffer, 2, this.#at));
  }

  integer(value: number): void {
    this.#reserve(8);
    this.#at = putInt32(this.#buffer, value, putInt32(this.#buffer, 4, this.#at));
  }

  /** A `number` must be a safe integer; it is several times faster than a BigInt. */
  bigint(value: number | bigint): void {
    this.#reserve(12);
    const at = putInt32(this.#buffer, 8, this.#at);
    if (typeof value === 'bigint') this.#at = this.#buffer.writeBigInt64BE(value, at);
    else
      this.#at = putInt32(this.#buffer, value | 0, putInt32(this.#buffer, Math.floor(value / 2 ** 32), at));
  }

  double(value: number): void {
    this.#reserve(12);
    this.#at = this.#buffer.writeDoubleBE(value, putInt32(this.#buffer, 8, this.#at));
  }

  boolean(value: boolean): void {
    this.#reserve(5);
    this.#at = putInt32(this.#buffer, 1, this.#at);
    this.#buffer[this.#at++] = value ? 1 : 0;
  }

  /** Returns false, and writes nothing, when the time is not a whole number of microseconds. */
  timestamp(milliseconds: number): boolean {
    const microseconds = (milliseconds - EPOCH_MS) * 1_000;
    if (Number.isSafeInteger(microseconds)) this.bigint(microseconds);
    // From the year 2255 on, microseconds exceed the safe integers; event times are whole milliseconds.
    else if (Number.isInteger(milliseconds)) this.bigint(BigInt(milliseconds - EPOCH_MS) * 1_000n);
    else return false;
    return true;
  }

  /** Returns false, and writes nothing, when the text is not a UUID. */
  uuid(value: string): boolean {
    if (value.length !== 36) return false;
    this.#reserve(20);
    const start = putInt32(this.#buffer, 16, this.#at);
    if (!putUuid(this.#buffer, value, start)) return false;
    this.#at = start + 16;
    return true;
  }

  /** Writes a part of `source` as a field. */
  bytes(source: Uint8Array, start = 0, end = source.length): void {
    const length = end - start;
    this.#reserve(4 + length);
    const at = putInt32(this.#buffer, length, this.#at);
    if (length > SHORT_TEXT) this.#buffer.set(source.subarray(start, end), at);
    else
      for (let index = 0; index < length; index++) this.#buffer[at + index] = source[start + index] as number;
    this.#at = at + length;
  }

  /** Writes the text as UTF-8, unchanged. PostgreSQL rejects NUL characters. */
  utf8(value: string): void {
    this.#utf8(value);
  }

  /** Writes the text with U+FFFD for each NUL character, which PostgreSQL cannot store. */
  text(value: string): void {
    this.#utf8(value, 0, true);
  }

  /** Writes JSON text, which must not contain an escaped NUL character. */
  jsonb(value: string): void {
    this.#utf8(value, 1);
  }

  /** Writes one field that contains everything `write` writes. */
  nested(write: () => void): void {
    const start = this.#at;
    this.int32(0);
    write();
    putInt32(this.#buffer, this.#at - start - 4, start);
  }

  #utf8(value: string, prefixBytes = 0, replacesNul = false): void {
    this.#reserve(5 + 3 * value.length);
    const start = this.#at + 4 + prefixBytes;
    const bytes =
      putShortAscii(this.#buffer, value, start) ??
      this.#buffer.write(replacesNul ? withoutNul(value) : value, start, 'utf8');
    putInt32(this.#buffer, prefixBytes + bytes, this.#at);
    if (prefixBytes > 0) this.#buffer[start - 1] = JSONB_VERSION;
    this.#at = start + bytes;
  }

  #reserve(bytes: number): void {
    if (this.#at + bytes <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(2 * (this.#at + bytes));
    this.#buffer.copy(larger, 0, 0, this.#at);
    this.#buffer = larger;
  }
}

/** Returns a parser for a binary COPY in chunks of any size. Fields are valid only during `onRow`; NULL is empty. */
export function binaryCopyParser(onRow: (fields: readonly Buffer[]) => void): (chunk: Buffer) => void {
  let remainder: Buffer = EMPTY;
  let hasBegun = false;
  return (chunk) => {
    const bytes = remainder.length === 0 ? chunk : Buffer.concat([remainder, chunk]);
    let at = 0;
    if (hasBegun || bytes.length >= FIXED_HEADER_BYTES + 4) {
      if (!hasBegun) at = FIXED_HEADER_BYTES + 4 + bytes.readInt32BE(FIXED_HEADER_BYTES);
      hasBegun = true;
      for (let end = readRow(bytes, at, onRow); end > 0; end = readRow(bytes, at, onRow)) at = end;
    }
    remainder = at === bytes.length ? EMPTY : Buffer.from(bytes.subarray(at));
  };
}

const EMPTY = Buffer.alloc(0);

/** Returns the end of the row that starts at `start`, or 0 when it is incomplete. */
function readRow(bytes: Buffer, start: number, onRow: (fields: readonly Buffer[]) => void): number {
  const { length } = bytes;
  if (length < start + 2) return 0;
  const count = bytes.readInt16BE(start);
  let at = start + 2;
  if (count === TRAILER) return at;
  const fields: Buffer[] = [];
  for (let field = 0; field < count; field++) {
    if (length < at + 4) return 0;
    const end = at + 4 + Math.max(0, bytes.readInt32BE(at));
    if (length < end) return 0;
    fields.push(bytes.subarray(at + 4, end));
    at = end;
  }
  onRow(fields);
  return at;
}

/** Returns a non-negative `bigint` field below 2^53. */
export const readBigint = (field: Buffer): number => field.readUInt32BE(0) * 2 ** 32 + field.readUInt32BE(4);

const withoutNul = (value: string): string =>
  value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value;

function putInt16(buffer: Buffer, value: number, at: number): number {
  buffer[at] = value >> 8;
  buffer[at + 1] = value;
  return at + 2;
}

function putInt32(buffer: Buffer, value: number, at: number): number {
  buffer[at] = value >> 24;
  buffer[at + 1] = value >> 16;
  buffer[at + 2] = value >> 8;
  buffer[at + 3] = value;
  return at + 4;
}

/** Returns the number of bytes, or undefined when the text is long, has a NUL, or is not ASCII. */
function putShortAscii(buffer: Buffer, value: string, at: number): number | undefined {
  const { length } = value;
  if (length > SHORT_TEXT) return undefined;
  for (let index = 0; index < length; index++) {
    const code = value.charCodeAt(index);
    if (code === 0 || code > 127) return undefined;
    buffer[at + index] = code;
  }
  return length;
}

const NOT_HEX = 255;
const HEX = new Uint8Array(128).fill(NOT_HEX);
for (const [digits, offset] of [
  ['0123456789abcdef', 0],
  ['ABCDEF', 10],
] as const) {
  for (let index = 0; index < digits.length; index++) HEX[digits.charCodeAt(index)] = offset + index;
}

/** Returns false when the 36 characters are not hexadecimal digits with dashes in the right places. */
function putUuid(buffer: Buffer, value: string, at: number): boolean {
  let byte = at;
  for (let index = 0; index < 36; ) {
    if (index === 8 || index === 13 || index === 18 || index === 23) {
      if (value.charCodeAt(index) !== 45) return false;
      index++;
    }
    const high = HEX[value.charCodeAt(index)] ?? NOT_HEX;
    const low = HEX[value.charCodeAt(index + 1)] ?? NOT_HEX;
    if (high === NOT_HEX || low === NOT_HEX) return false;
    buffer[byte++] = (high << 4) | low;
    index += 2;
  }
  return true;
}
