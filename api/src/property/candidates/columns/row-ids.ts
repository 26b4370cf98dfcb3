const WORDS = 4;
const EMPTY = 0;

/** Candidate ids by row, 16 bytes each, with a hash index from id to row. */
export class RowIds {
  readonly bytes: Uint8Array;
  /** The same bytes as four words per id. */
  readonly words: Uint32Array;
  /** Open addressing: each slot holds row + 1 or `EMPTY`. An id's first word is its hash, because ids are hashes already. */
  readonly #slots: Uint32Array;
  readonly #mask: number;

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    const size = bytes.length / 16;
    this.bytes = bytes;
    this.words = new Uint32Array(bytes.buffer, 0, size * WORDS);
    this.#mask = 2 ** Math.ceil(Math.log2(size * 2 + 2)) - 1;
    this.#slots = new Uint32Array(this.#mask + 1);
    for (let row = 0; row < size; row++) {
      let slot = (this.words[row * WORDS] as number) & this.#mask;
      while (this.#slots[slot] !== EMPTY) slot = (slot + 1) & this.#mask;
      this.#slots[slot] = row + 1;
    }
  }

  get byteLength(): number {
    return this.bytes.byteLength + this.#slots.byteLength;
  }

  compare(a: number, b: number): number {
    return Buffer.compare(this.bytes.subarray(a * 16, a * 16 + 16), this.bytes.subarray(b * 16, b * 16 + 16));
  }

  /** Returns the row of a UUID, or -1. */
  rowOfText(id: string): number {
    const { buffer, byteOffset, length } = Buffer.from(id.replaceAll('-', ''), 'hex');
    return length === 16 ? this.rowOf(new DataView(buffer, byteOffset, length), 0) : -1;
  }

  /** Returns the row of the id at that offset, or -1. */
  rowOf(view: DataView, at: number): number {
    const words = this.words;
    const [a, b, c, d] = [
      view.getUint32(at, true),
      view.getUint32(at + 4, true),
      view.getUint32(at + 8, true),
      view.getUint32(at + 12, true),
    ];
    for (let slot = a & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const row = (this.#slots[slot] as number) - 1;
      if (row < 0) return -1;
      const word = row * WORDS;
      if (words[word] === a && words[word + 1] === b && words[word + 2] === c && words[word + 3] === d)
        return row;
    }
  }
}
