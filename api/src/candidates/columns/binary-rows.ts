/** A row of a binary COPY: where the bytes of its fields start, and how many they are; -1 is null. */
export interface BinaryRow {
  readonly bytes: Buffer;
  readonly view: DataView;
  readonly starts: Int32Array;
  readonly lengths: Int32Array;
}

const HEADER_BYTES = 19;
const NONE = Buffer.alloc(0);

/** Reads what `COPY … TO STDOUT (FORMAT binary)` sends, row by row, in whatever pieces it comes. */
export class BinaryRows {
  readonly #onRow: (row: BinaryRow) => void;
  readonly #starts: Int32Array;
  readonly #lengths: Int32Array;
  #rest: Buffer = NONE;
  #begun = false;

  constructor(fields: number, onRow: (row: BinaryRow) => void) {
    this.#onRow = onRow;
    this.#starts = new Int32Array(fields);
    this.#lengths = new Int32Array(fields);
  }

  take(piece: Buffer): void {
    const bytes = this.#rest.length === 0 ? piece : Buffer.concat([this.#rest, piece]);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let at = 0;
    if (!this.#begun) {
      if (bytes.length < HEADER_BYTES) {
        this.#rest = bytes;
        return;
      }
      this.#begun = true;
      at = HEADER_BYTES;
    }
    const row = { bytes, view, starts: this.#starts, lengths: this.#lengths };
    for (let end = this.#row(view, at); end > 0; end = this.#row(view, at)) {
      this.#onRow(row);
      at = end;
    }
    this.#rest = at === bytes.length ? NONE : bytes.subarray(at);
  }

  /** Where the row at that place ends; -1 when not all of it is there, or none is left. */
  #row(view: DataView, at: number): number {
    if (at + 2 > view.byteLength || view.getInt16(at) < 0) return -1;
    let next = at + 2;
    for (let field = 0; field < this.#starts.length; field++) {
      if (next + 4 > view.byteLength) return -1;
      const length = view.getInt32(next);
      next += 4;
      this.#starts[field] = next;
      this.#lengths[field] = length;
      if (length > 0) next += length;
      if (next > view.byteLength) return -1;
    }
    return next;
  }
}
