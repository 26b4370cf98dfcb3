/**
 * The part of the protobuf wire format used on hot paths: length-delimited fields and varints. Numbers stay
 * within 2^53, enough for every revision and position of this store.
 */

const VARINT = 0;
const LENGTH_DELIMITED = 2;

const HIGH_BIT = 0x80;
const LOW_BITS = 0x7f;
const SKIPPED_BYTES: Readonly<Record<number, number>> = { 1: 8, 5: 4 };

export const EMPTY: Buffer = Buffer.alloc(0);

export class MalformedMessageError extends Error {
  override readonly name = 'MalformedMessageError';
}

/**
 * Iterates over the fields of a message: `while (next()) switch (field) …`, each case reads its value or
 * calls `skip()`.
 */
export class FieldReader {
  field = 0;
  #wireType = 0;
  #at: number;
  readonly #bytes: Buffer;
  readonly #end: number;

  constructor(bytes: Buffer, start = 0, end = bytes.length) {
    this.#bytes = bytes;
    this.#at = start;
    this.#end = end;
  }

  next(): boolean {
    if (this.#at >= this.#end) return false;
    const tag = this.varint();
    this.field = tag >>> 3;
    this.#wireType = tag & 7;
    return true;
  }

  /** Reads a varint; loses precision beyond 2^53. */
  varint(): number {
    let value = 0;
    let scale = 1;
    for (;;) {
      if (this.#at >= this.#end)
        throw new MalformedMessageError('A number extends past the end of the message');
      const byte = this.#bytes[this.#at++] as number; // in bounds: checked above
      value += (byte & LOW_BITS) * scale;
      if (byte < HIGH_BIT) return value;
      scale *= 128;
    }
  }

  /** Returns a view of the field's bytes, sharing memory with the message. */
  bytes(): Buffer {
    if (this.#wireType !== LENGTH_DELIMITED)
      throw new MalformedMessageError(`Field ${this.field} does not hold bytes`);
    const start = this.#advance(this.varint());
    return this.#bytes.subarray(start, this.#at);
  }

  string(): string {
    const start = this.#advance(this.varint());
    return this.#bytes.toString('utf8', start, this.#at);
  }

  message(): FieldReader {
    const start = this.#advance(this.varint());
    return new FieldReader(this.#bytes, start, this.#at);
  }

  /** Reads an entry of a map, whose key and value come in any order. */
  entry(): [key: string, value: Buffer] {
    const entry = this.message();
    let key = '';
    let value = EMPTY;
    while (entry.next()) {
      if (entry.field === 1) key = entry.string();
      else if (entry.field === 2) value = entry.bytes();
      else entry.skip();
    }
    return [key, value];
  }

  skip(): void {
    if (this.#wireType === VARINT) this.varint();
    else if (this.#wireType === LENGTH_DELIMITED) this.#advance(this.varint());
    else {
      const length = SKIPPED_BYTES[this.#wireType];
      if (length === undefined)
        throw new MalformedMessageError(`Wire type ${this.#wireType} is not supported`);
      this.#advance(length);
    }
  }

  #advance(length: number): number {
    const start = this.#at;
    this.#at += length;
    if (this.#at > this.#end)
      throw new MalformedMessageError(`Field ${this.field} extends past the end of the message`);
    return start;
  }
}

export function varintSize(value: number): number {
  let size = 1;
  while (value >= HIGH_BIT) {
    value /= 128;
    size++;
  }
  return size;
}

/** Writes into a buffer that the caller sized exactly. */
export class FieldWriter {
  #at = 0;
  readonly buffer: Buffer;

  constructor(size: number) {
    this.buffer = Buffer.allocUnsafe(size);
  }

  byte(value: number): void {
    this.buffer[this.#at++] = value;
  }

  varint(value: number): void {
    while (value >= HIGH_BIT) {
      // Bit operators truncate to 32 bits.
      this.buffer[this.#at++] = (value % 128) | HIGH_BIT;
      value = Math.floor(value / 128);
    }
    this.buffer[this.#at++] = value;
  }

  raw(bytes: Uint8Array): void {
    this.buffer.set(bytes, this.#at);
    this.#at += bytes.length;
  }

  /** Writes a length-delimited field with a one-byte tag (field number below 16). */
  bytesField(field: number, bytes: Uint8Array): void {
    this.byte((field << 3) | LENGTH_DELIMITED);
    this.varint(bytes.length);
    this.raw(bytes);
  }

  varintField(field: number, value: number): void {
    this.byte(field << 3);
    this.varint(value);
  }

  /** Reserves room for the caller to write into and returns its offset. */
  reserve(length: number): number {
    const start = this.#at;
    this.#at += length;
    return start;
  }

  latin1(text: string): void {
    this.#at += this.buffer.write(text, this.#at, 'latin1');
  }
}

/** Returns the size of a length-delimited field with a payload of `length` bytes. */
export function fieldSize(length: number): number {
  return 1 + varintSize(length) + length;
}
