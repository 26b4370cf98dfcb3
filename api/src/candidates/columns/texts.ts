const FIRST_BYTES = 1 << 16;
const FIRST_TEXTS = 1 << 10;
const ASCII_LETTERS = 26;
const UPPER_A = 0x41;

/** Lower case of one byte of ASCII. */
const LOWER = Uint8Array.from({ length: 128 }, (_, code) =>
  code >= UPPER_A && code < UPPER_A + ASCII_LETTERS ? code + 32 : code,
);

/**
 * Lower case as PostgreSQL has it: letter by letter, so that no letter becomes two and none depends on its neighbours.
 */
export function lowered(text: string): string {
  let lower = '';
  for (const letter of text) {
    const small = letter === 'İ' ? 'i' : letter.toLowerCase();
    lower += small;
  }
  return lower;
}

/** The UTF-8 bytes of many texts, after each other. */
export class Texts {
  bytes = new Uint8Array(FIRST_BYTES);
  /** Where each begins; the next one's is where it ends. */
  starts = new Uint32Array(FIRST_TEXTS + 1);
  /** 1 for each that is null, and then of no bytes. */
  nulls = new Uint8Array(FIRST_TEXTS);
  size = 0;

  add(text: Uint8Array | null): void {
    const start = this.starts[this.size] as number;
    const end = start + (text?.length ?? 0);
    if (end > this.bytes.length) this.bytes = grown(this.bytes, Math.max(end, this.bytes.length * 2));
    if (this.size === this.nulls.length) {
      const starts = new Uint32Array(this.size * 2 + 1);
      starts.set(this.starts);
      this.starts = starts;
      this.nulls = grown(this.nulls, this.size * 2);
    }
    if (text) this.bytes.set(text, start);
    else this.nulls[this.size] = 1;
    this.starts[++this.size] = end;
  }

  /** The text of a row. */
  at(row: number): string | null {
    if (this.nulls[row] === 1) return null;
    const [start = 0, end = 0] = [this.starts[row], this.starts[row + 1]];
    return Buffer.from(this.bytes.buffer, start, end - start).toString();
  }

  /** Gives back the room that was not needed. */
  trim(): void {
    this.bytes = this.bytes.slice(0, this.starts[this.size]);
    this.starts = this.starts.slice(0, this.size + 1);
    this.nulls = this.nulls.slice(0, this.size);
  }

  get byteLength(): number {
    return this.bytes.byteLength + this.starts.byteLength + this.nulls.byteLength;
  }

  /** Keeps in the mask the rows whose text contains this one. */
  keepContaining(mask: Uint8Array, part: Uint8Array): void {
    const { bytes, starts, size } = this;
    const length = part.length;
    const first = part[0] as number;
    for (let row = 0; row < size; row++) {
      if (mask[row] === 0) continue;
      const last = (starts[row + 1] as number) - length;
      let found = 0;
      for (let at = starts[row] as number; at <= last; at++) {
        if (bytes[at] !== first) continue;
        let same = 1;
        while (same < length && bytes[at + same] === part[same]) same++;
        if (same === length) {
          found = 1;
          break;
        }
      }
      mask[row] = found;
    }
  }
}

function grown(bytes: Uint8Array<ArrayBuffer>, length: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(length);
  larger.set(bytes);
  return larger;
}

/** The bytes of a text in lower case, in a buffer that the next call takes again. */
export class Lowering {
  #buffer = new Uint8Array(256);

  /** `drop`: bytes of ASCII that are left out. */
  of(bytes: Uint8Array, drop?: (byte: number) => boolean): Uint8Array {
    if (bytes.length > this.#buffer.length) this.#buffer = new Uint8Array(bytes.length * 2);
    let length = 0;
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at] as number;
      if (byte > 127) return this.#letterByLetter(bytes, drop);
      if (drop?.(byte)) continue;
      this.#buffer[length++] = LOWER[byte] as number;
    }
    return this.#buffer.subarray(0, length);
  }

  #letterByLetter(bytes: Uint8Array, drop?: (byte: number) => boolean): Uint8Array {
    const text = lowered(Buffer.from(bytes).toString());
    const kept = drop ? [...text].filter((letter) => !drop(letter.codePointAt(0) ?? 0)).join('') : text;
    return Buffer.from(kept);
  }
}
