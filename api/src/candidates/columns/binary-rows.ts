/** A row of a binary COPY, there only while it is handed out: where the bytes of its fields start, and how many they are; -1 is null. */
export interface BinaryRow {
  readonly bytes: Buffer;
  readonly view: DataView;
  readonly starts: Int32Array;
  readonly lengths: Int32Array;
}

const HEADER_BYTES = 19;
/** For the largest rows that are read, those of packed scores, and a piece that goes on after one. */
const FIRST_ROOM = 1 << 19;

/**
 * Reads what `COPY … TO STDOUT (FORMAT binary)` sends, row by row, in whatever pieces it comes. They are put together in one
 * room, which every row takes again: a row leaves no garbage behind.
 */
export class BinaryRows {
  readonly #onRow: (row: BinaryRow) => void;
  readonly #starts: Int32Array;
  readonly #lengths: Int32Array;
  #bytes = Buffer.allocUnsafeSlow(FIRST_ROOM);
  #view = new DataView(this.#bytes.buffer);
  /** How much there is of what has not been handed out, and the least that is needed to look at it again. */
  #size = 0;
  #neededSize = HEADER_BYTES;
  #begun = false;

  constructor(fields: number, onRow: (row: BinaryRow) => void) {
    this.#onRow = onRow;
    this.#starts = new Int32Array(fields);
    this.#lengths = new Int32Array(fields);
  }

  take(piece: Buffer): void {
    this.#makeRoom(this.#size + piece.length);
    piece.copy(this.#bytes, this.#size);
    this.#size += piece.length;
    if (this.#size < this.#neededSize) return;
    const next = this.#read();
    this.#bytes.copyWithin(0, next, this.#size);
    this.#size -= next;
  }

  #makeRoom(size: number): void {
    if (size <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(size, this.#bytes.length * 2));
    this.#bytes.copy(larger, 0, 0, this.#size);
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
  }

  /** Hands out the rows that are all there; where the next one begins. */
  #read(): number {
    let at = 0;
    if (!this.#begun) {
      this.#begun = true;
      at = HEADER_BYTES;
    }
    const row = { bytes: this.#bytes, view: this.#view, starts: this.#starts, lengths: this.#lengths };
    for (let end = this.#row(at); end > 0; end = this.#row(at)) {
      this.#onRow(row);
      at = end;
    }
    return at;
  }

  /** Where the row at that place ends; -1 when not all of it is there (see `#lacks`), or none is left. */
  #row(at: number): number {
    if (at + 2 > this.#size) return this.#lacks(2);
    if (this.#view.getInt16(at) < 0) return -1;
    let next = at + 2;
    for (let field = 0; field < this.#starts.length; field++) {
      if (next + 4 > this.#size) return this.#lacks(next + 4 - at);
      const length = this.#view.getInt32(next);
      next += 4;
      this.#starts[field] = next;
      this.#lengths[field] = length;
      if (length > 0) next += length;
      if (next > this.#size) return this.#lacks(next - at);
    }
    return next;
  }

  /** Notes what is needed before the row is looked at again. */
  #lacks(neededSize: number): -1 {
    this.#neededSize = neededSize;
    return -1;
  }
}
