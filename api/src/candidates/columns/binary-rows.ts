/** A row of a binary COPY: where the bytes of its fields start, and how many they are; -1 is null. */
export interface BinaryRow {
  readonly bytes: Buffer;
  readonly view: DataView;
  readonly starts: Int32Array;
  readonly lengths: Int32Array;
}

const HEADER_BYTES = 19;

/** Reads what `COPY … TO STDOUT (FORMAT binary)` sends, row by row, in whatever pieces it comes. */
export class BinaryRows {
  readonly #onRow: (row: BinaryRow) => void;
  readonly #starts: Int32Array;
  readonly #lengths: Int32Array;
  /** What came of a row that is not all there, and the least that is needed to look at it again. */
  #rest: Buffer[] = [];
  #restBytes = 0;
  #neededBytes = HEADER_BYTES;
  #begun = false;

  constructor(fields: number, onRow: (row: BinaryRow) => void) {
    this.#onRow = onRow;
    this.#starts = new Int32Array(fields);
    this.#lengths = new Int32Array(fields);
  }

  take(piece: Buffer): void {
    this.#rest.push(piece);
    this.#restBytes += piece.length;
    // A large field comes in many pieces, which are put together once.
    if (this.#restBytes < this.#neededBytes) return;
    const bytes = this.#rest.length === 1 ? piece : Buffer.concat(this.#rest, this.#restBytes);
    this.#keep(bytes, this.#read(bytes));
  }

  /** Hands out the rows that are all there; where the next one begins. */
  #read(bytes: Buffer): number {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let at = 0;
    if (!this.#begun) {
      this.#begun = true;
      at = HEADER_BYTES;
    }
    const row = { bytes, view, starts: this.#starts, lengths: this.#lengths };
    for (let end = this.#row(view, at); end > 0; end = this.#row(view, at)) {
      this.#onRow(row);
      at = end;
    }
    return at;
  }

  #keep(bytes: Buffer, from: number): void {
    this.#rest = from === bytes.length ? [] : [bytes.subarray(from)];
    this.#restBytes = bytes.length - from;
  }

  /** Where the row at that place ends; -1 when not all of it is there (see `#lacks`), or none is left. */
  #row(view: DataView, at: number): number {
    if (at + 2 > view.byteLength) return this.#lacks(2);
    if (view.getInt16(at) < 0) return -1;
    let next = at + 2;
    for (let field = 0; field < this.#starts.length; field++) {
      if (next + 4 > view.byteLength) return this.#lacks(next + 4 - at);
      const length = view.getInt32(next);
      next += 4;
      this.#starts[field] = next;
      this.#lengths[field] = length;
      if (length > 0) next += length;
      if (next > view.byteLength) return this.#lacks(next - at);
    }
    return next;
  }

  /** Notes what is needed before the row is looked at again. */
  #lacks(neededBytes: number): -1 {
    this.#neededBytes = neededBytes;
    return -1;
  }
}
