const EMPTY = -1;
/** Maximum load factor of the hash table. */
const LOAD = 0.75;

/**
 * Candidate ids, 16 bytes each in one shared buffer, with an open-addressing hash table over the bytes
 * instead of an object per candidate.
 */
export class CandidateIds {
  #words: Uint32Array<SharedArrayBuffer>;
  #slots: Int32Array<ArrayBuffer>;
  #size = 0;
  readonly #key = new Uint32Array(4);

  constructor(capacity: number) {
    this.#words = new Uint32Array(new SharedArrayBuffer(capacity * 16));
    this.#slots = emptySlots(capacity);
  }

  get size(): number {
    return this.#size;
  }

  /** All ids, concatenated. */
  get bytes(): Uint8Array<SharedArrayBuffer> {
    return new Uint8Array(this.#words.buffer, 0, this.#size * 16);
  }

  /** Returns -1 for an unknown id. `id` must be a UUID; most other texts, but not all, cause a RangeError. */
  indexOf(id: string): number {
    parseUuid(id, this.#key);
    return this.#slots[this.#slotOf(this.#key)] ?? EMPTY;
  }

  /** Returns the index of an id, appending it when new. */
  add(id: string): number {
    parseUuid(id, this.#key);
    let slot = this.#slotOf(this.#key);
    const existing = this.#slots[slot] ?? EMPTY;
    if (existing !== EMPTY) return existing;
    if (this.#size === this.#words.length / 4) this.#grow();
    if (this.#size + 1 > this.#slots.length * LOAD) {
      this.#rehash(this.#slots.length * 2);
      slot = this.#slotOf(this.#key);
    }
    const index = this.#size++;
    this.#words.set(this.#key, index * 4);
    this.#slots[slot] = index;
    return index;
  }

  #slotOf(key: Uint32Array): number {
    const mask = this.#slots.length - 1;
    const [a = 0, b = 0, c = 0, d = 0] = key;
    for (let slot = hashOf(a, b, c, d) & mask; ; slot = (slot + 1) & mask) {
      const index = this.#slots[slot] ?? EMPTY;
      if (index === EMPTY) return slot;
      const at = index * 4;
      const words = this.#words;
      if (words[at] === a && words[at + 1] === b && words[at + 2] === c && words[at + 3] === d) return slot;
    }
  }

  #grow(): void {
    const words = new Uint32Array(new SharedArrayBuffer(this.#words.byteLength * 2));
    words.set(this.#words);
    this.#words = words;
  }

  #rehash(length: number): void {
    this.#slots = new Int32Array(length).fill(EMPTY);
    for (let index = 0; index < this.#size; index++) {
      this.#slots[this.#slotOf(this.#words.subarray(index * 4, index * 4 + 4))] = index;
    }
  }
}

function emptySlots(capacity: number): Int32Array<ArrayBuffer> {
  return new Int32Array(2 ** Math.ceil(Math.log2(capacity / LOAD + 1))).fill(EMPTY);
}

function hashOf(a: number, b: number, c: number, d: number): number {
  const mixed = Math.imul(
    a ^ Math.imul(b, 0x9e3779b1) ^ Math.imul(c, 0x85ebca6b) ^ Math.imul(d, 0xc2b2ae35),
    0x27d4eb2f,
  );
  return mixed ^ (mixed >>> 15);
}

/** Formats the UUID at an index of concatenated 16-byte ids. */
export function uuidAt(ids: Uint8Array, index: number): string {
  const hex = Buffer.from(ids.subarray(index * 16, index * 16 + 16)).toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Reads the 32 hexadecimal digits of a UUID as bytes in written order. */
function parseUuid(id: string, into: Uint32Array): void {
  if (id.length !== 36) throw new RangeError(`Not a UUID: ${id}`);
  let word = 0;
  let digits = 0;
  for (let at = 0; at < 36; at++) {
    if (at === 8 || at === 13 || at === 18 || at === 23) continue;
    const code = id.charCodeAt(at) | 0x20;
    const digit = code >= 0x61 ? code - 0x57 : code - 0x30;
    if (digit < 0 || digit > 15) throw new RangeError(`Not a UUID: ${id}`);
    word = (word << 4) | digit;
    if (++digits % 8 === 0) {
      into[digits / 8 - 1] = swap(word);
      word = 0;
    }
  }
}

/** Reverses the bytes of a word, so that little-endian memory holds them in written order. */
function swap(word: number): number {
  return (word >>> 24) | ((word >>> 8) & 0xff00) | ((word << 8) & 0xff0000) | (word << 24);
}
