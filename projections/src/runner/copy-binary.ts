import type { Column } from '../table.ts';
import { millisecondsOf } from './milliseconds.ts';
import { withoutNul } from './without-nul.ts';

const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const TRAILER = Buffer.from([0xff, 0xff]);
const CHUNK_BYTES = 65_536;
/** Up to this length a text is written faster character by character. */
const SHORT = 40;
const TEXT_OID = 25;
const INTEGER_OID = 23;
/** PostgreSQL counts microseconds from here. */
const EPOCH_MS = Date.UTC(2000, 0, 1);

type Write = (out: Bytes, value: unknown) => void;

/**
 * Rows in the binary format of COPY, in pieces, made as the connection takes them: half the time of the text format,
 * here and in PostgreSQL. The generation comes first, then the columns in the order given. Throws a TypeError for a
 * value that its column cannot hold.
 */
export function* copyBinary(
  generation: number,
  columns: readonly (readonly [name: string, column: Column])[],
  rows: Iterable<Readonly<Record<string, unknown>>>,
): Generator<Buffer> {
  const fields = columns.map(([name, { type }]) => ({ name, write: writerOf(type) }));
  const out = new Bytes();
  out.raw(SIGNATURE);
  for (const row of rows) {
    out.int16(fields.length + 1);
    integer(out, generation);
    for (const { name, write } of fields) {
      const value = row[name];
      if (value === null || value === undefined) out.int32(-1);
      else write(out, value);
    }
    if (out.length >= CHUNK_BYTES) yield out.take();
  }
  out.raw(TRAILER);
  yield out.take();
}

function writerOf(type: string): Write {
  const write = WRITERS[type];
  if (write === undefined) throw new TypeError(`No way to write a column of type ${type}`);
  return write;
}

const text: Write = (out, value) => out.text(typeof value === 'string' ? value : String(value));

const integer: Write = (out, value) => {
  if (typeof value !== 'number' || (value | 0) !== value) throw unfit(value, 'an integer');
  out.int32(4);
  out.int32(value);
};

const WRITERS: Readonly<Record<string, Write>> = {
  text,
  integer,
  uuid: (out, value) => {
    if (typeof value !== 'string' || !out.uuid(value)) throw unfit(value, 'a UUID');
  },
  'double precision': (out, value) => {
    if (typeof value !== 'number') throw unfit(value, 'a number');
    out.double(value);
  },
  boolean: (out, value) => {
    if (typeof value !== 'boolean') throw unfit(value, 'true or false');
    out.boolean(value);
  },
  bigint: (out, value) => {
    if (typeof value === 'bigint') out.int64(value);
    else if (typeof value === 'number' && Number.isSafeInteger(value)) out.safeInteger(value);
    else throw unfit(value, 'a whole number');
  },
  /** To the millisecond: events tell the time no more exactly. */
  'timestamp with time zone': (out, value) => {
    const time = typeof value === 'string' ? millisecondsOf(value) : Number.NaN;
    const microseconds = (time - EPOCH_MS) * 1_000;
    if (!Number.isSafeInteger(microseconds)) throw unfit(value, 'a time');
    out.safeInteger(microseconds);
  },
  jsonb: (out, value) => out.text(withoutNul(JSON.stringify(value)), JSONB_VERSION),
  'text[]': listOf(TEXT_OID, text),
  'integer[]': listOf(INTEGER_OID, integer),
};

function listOf(oid: number, write: Write): Write {
  return (out, value) => {
    if (!Array.isArray(value)) throw unfit(value, 'a list');
    out.measured(() => {
      out.int32(value.length === 0 ? 0 : 1); // dimensions
      out.int32(value.includes(null) ? 1 : 0);
      out.int32(oid);
      if (value.length > 0) {
        out.int32(value.length);
        out.int32(1); // the first index
      }
      for (const each of value) {
        if (each === null) out.int32(-1);
        else write(out, each);
      }
    });
  };
}

const JSONB_VERSION = 1;

const unfit = (value: unknown, wanted: string): TypeError =>
  new TypeError(`${JSON.stringify(value)?.slice(0, 60)} is not ${wanted}`);

/** Grows as it is written to. */
class Bytes {
  #buffer = Buffer.allocUnsafe(2 * CHUNK_BYTES);
  #at = 0;

  get length(): number {
    return this.#at;
  }

  /** What was written so far; a new piece begins. */
  take(): Buffer {
    const taken = this.#buffer.subarray(0, this.#at);
    this.#buffer = Buffer.allocUnsafe(2 * CHUNK_BYTES);
    this.#at = 0;
    return taken;
  }

  raw(bytes: Buffer): void {
    this.#reserve(bytes.length);
    this.#at += bytes.copy(this.#buffer, this.#at);
  }

  int16(value: number): void {
    this.#reserve(2);
    this.#at = this.#buffer.writeInt16BE(value, this.#at);
  }

  int32(value: number): void {
    this.#reserve(4);
    this.#at = putInt32(this.#buffer, value, this.#at);
  }

  int64(value: bigint): void {
    this.#reserve(12);
    this.#at = this.#buffer.writeBigInt64BE(value, putInt32(this.#buffer, 8, this.#at));
  }

  /** As `int64`, without a BigInt for each. */
  safeInteger(value: number): void {
    this.#reserve(12);
    const high = putInt32(this.#buffer, 8, this.#at);
    this.#at = putInt32(this.#buffer, value | 0, putInt32(this.#buffer, Math.floor(value / 2 ** 32), high));
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

  /** A text behind its length, and behind a byte that says which version it is of. NUL is shown as U+FFFD. */
  text(value: string, version?: number): void {
    const prefix = version === undefined ? 0 : 1;
    this.#reserve(5 + 3 * value.length);
    const start = this.#at + 4 + prefix;
    const bytes = putShort(this.#buffer, value, start) ?? this.#buffer.write(shown(value), start, 'utf8');
    putInt32(this.#buffer, prefix + bytes, this.#at);
    if (version !== undefined) this.#buffer[start - 1] = version;
    this.#at = start + bytes;
  }

  /** False, and nothing written, when it is none. */
  uuid(value: string): boolean {
    if (value.length !== 36) return false;
    this.#reserve(20);
    const start = putInt32(this.#buffer, 16, this.#at);
    if (!putUuid(this.#buffer, value, start)) return false;
    this.#at = start + 16;
    return true;
  }

  /** What `write` writes, behind its length. */
  measured(write: () => void): void {
    const start = this.#at;
    this.int32(0);
    write();
    putInt32(this.#buffer, this.#at - start - 4, start);
  }

  #reserve(bytes: number): void {
    if (this.#at + bytes <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(2 * (this.#at + bytes));
    this.#buffer.copy(larger, 0, 0, this.#at);
    this.#buffer = larger;
  }
}

/** PostgreSQL has no NUL in a text. */
const shown = (value: string): string => (value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value);

function putInt32(buffer: Buffer, value: number, at: number): number {
  buffer[at] = value >> 24;
  buffer[at + 1] = value >> 16;
  buffer[at + 2] = value >> 8;
  buffer[at + 3] = value;
  return at + 4;
}

/** The number of bytes, or undefined when it is not a short text of ASCII. */
function putShort(buffer: Buffer, value: string, at: number): number | undefined {
  const { length } = value;
  if (length > SHORT) return undefined;
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

/** Eight, four, four, four and twelve digits with dashes between; false when it is not so. */
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
