const INITIAL_BYTES = 1 << 16;
const INITIAL_TEXTS = 1 << 10;

const IGNORED = 0xff;
/** Lower case of each ASCII byte. */
const LOWER = Uint8Array.from({ length: 128 }, (_, code) =>
  String.fromCharCode(code).toLowerCase().charCodeAt(0),
);

/** Converts to lower case as PostgreSQL does: letter by letter, without regard to neighboring letters. */
export function lowered(text: string): string {
  let lower = '';
  for (const letter of text) {
    lower += letter === 'İ' ? 'i' : letter.toLowerCase(); // JavaScript would return two characters
  }
  return lower;
}

/** A column of texts as consecutive UTF-8 bytes. */
export class TextColumn {
  bytes = new Uint8Array(INITIAL_BYTES);
  /** Start of each text; it ends where the next one starts. */
  starts = new Uint32Array(INITIAL_TEXTS + 1);
  /** 1 for each null, which has no bytes. */
  nulls = new Uint8Array(INITIAL_TEXTS);
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

  at(row: number): string | null {
    if (this.nulls[row] === 1) return null;
    const [start = 0, end = 0] = [this.starts[row], this.starts[row + 1]];
    return Buffer.from(this.bytes.buffer, start, end - start).toString();
  }

  /** Releases unused capacity. */
  trim(): void {
    this.bytes = this.bytes.slice(0, this.starts[this.size]);
    this.starts = this.starts.slice(0, this.size + 1);
    this.nulls = this.nulls.slice(0, this.size);
  }

  get byteLength(): number {
    return this.bytes.byteLength + this.starts.byteLength + this.nulls.byteLength;
  }

  /** Clears the rows whose text does not contain `part`. */
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

/** Converts UTF-8 bytes to lower case without some ASCII characters, in a buffer that the next call reuses. */
export class LowerCase {
  #buffer = new Uint8Array(256);
  readonly #ignored: string;
  readonly #lower = LOWER.slice();

  constructor(ignored: string) {
    this.#ignored = ignored;
    for (const byte of Buffer.from(ignored)) this.#lower[byte] = IGNORED;
  }

  of(bytes: Uint8Array): Uint8Array {
    if (bytes.length > this.#buffer.length) this.#buffer = new Uint8Array(bytes.length * 2);
    let length = 0;
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at] as number;
      if (byte > 127) return this.#ofUnicode(bytes);
      const lower = this.#lower[byte] as number;
      if (lower !== IGNORED) this.#buffer[length++] = lower;
    }
    return this.#buffer.subarray(0, length);
  }

  #ofUnicode(bytes: Uint8Array): Uint8Array {
    const text = lowered(Buffer.from(bytes).toString());
    return Buffer.from([...text].filter((letter) => !this.#ignored.includes(letter)).join(''));
  }
}
