/** A row of a binary COPY, valid only during the callback: start and length of each field; a length of -1 is null. */
export interface BinaryRow {
  readonly bytes: Buffer;
  readonly view: DataView;
  readonly starts: Int32Array;
  readonly lengths: Int32Array;
}

const HEADER_BYTES = 19;
/** Fits the largest row (a piece of packed scores) together with the chunk that completes it. */
const INITIAL_BYTES = 1 << 19;

/**
 * Reads `COPY … TO STDOUT (FORMAT binary)` row by row from chunks of any size. All rows share one buffer, so that reading
 * creates no garbage.
 */
export class BinaryCopyReader {
  readonly #onRow: (row: BinaryRow) => void;
  readonly #starts: Int32Array;
  readonly #lengths: Int32Array;
  #bytes = Buffer.allocUnsafeSlow(INITIAL_BYTES);
  #view = new DataView(this.#bytes.buffer);
  /** Number of unread bytes, and the number needed before the next row can be read. */
  #size = 0;
  #neededSize = HEADER_BYTES;
  #hasStarted = false;

  constructor(fields: number, onRow: (row: BinaryRow) => void) {
    this.#onRow = onRow;
    this.#starts = new Int32Array(fields);
    this.#lengths = new Int32Array(fields);
  }

  push(chunk: Buffer): void {
    this.#reserve(this.#size + chunk.length);
    chunk.copy(this.#bytes, this.#size);
    this.#size += chunk.length;
    if (this.#size < this.#neededSize) return;
    const next = this.#read();
    this.#bytes.copyWithin(0, next, this.#size);
    this.#size -= next;
  }

  #reserve(size: number): void {
    if (size <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(size, this.#bytes.length * 2));
    this.#bytes.copy(larger, 0, 0, this.#size);
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
  }

  /** Passes on all complete rows and returns the offset of the next row. */
  #read(): number {
    let at = 0;
    if (!this.#hasStarted) {
      this.#hasStarted = true;
      at = HEADER_BYTES;
    }
    const row = { bytes: this.#bytes, view: this.#view, starts: this.#starts, lengths: this.#lengths };
    for (let end = this.#row(at); end > 0; end = this.#row(at)) {
      this.#onRow(row);
      at = end;
    }
    return at;
  }

  /** Returns the offset after the row; -1 when the row is incomplete or the data has ended. */
  #row(at: number): number {
    if (at + 2 > this.#size) return this.#incomplete(2);
    if (this.#view.getInt16(at) < 0) return -1;
    let next = at + 2;
    for (let field = 0; field < this.#starts.length; field++) {
      if (next + 4 > this.#size) return this.#incomplete(next + 4 - at);
      const length = this.#view.getInt32(next);
      next += 4;
      this.#starts[field] = next;
      this.#lengths[field] = length;
      if (length > 0) next += length;
      if (next > this.#size) return this.#incomplete(next - at);
    }
    return next;
  }

  #incomplete(neededSize: number): -1 {
    this.#neededSize = neededSize;
    return -1;
  }
}
