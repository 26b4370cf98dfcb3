import type { Writable } from 'node:stream';
import type pg from 'pg';

const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const TRAILER = 0xffff;
const COPY_DONE = Buffer.from('c\0\0\0\x04');
const TWO_TO_32 = 2 ** 32;

/** A whole number within 2^53, or undefined for the greatest int8; text; bytes. */
type Field = number | undefined | string | Buffer;

/**
 * Writes rows by `COPY ... FROM STDIN`, in binary, all or none: PostgreSQL fills a page at a time where an `INSERT`
 * puts row after row. Everything goes out at once, without waiting until the server asks for the rows.
 */
export class CopyInto implements pg.Submittable {
  readonly finished: Promise<void>;
  readonly #messages: Buffer;
  #resolve: () => void = () => {};
  #reject: (error: Error) => void = () => {};

  /** `target` is a table and its columns. */
  constructor(target: string, rows: readonly (readonly Field[])[]) {
    this.#messages = encodeMessages(`COPY ${target} FROM STDIN (FORMAT binary)\0`, rows);
    this.finished = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  submit({ stream }: { readonly stream: Writable }): void {
    stream.write(this.#messages);
  }

  handleReadyForQuery(): void {
    this.#resolve();
  }

  handleError(error: Error): void {
    this.#reject(error);
  }

  handleCopyInResponse(): void {}
  handleCommandComplete(): void {}
}

/** The query, the rows, and that they are all. */
function encodeMessages(query: string, rows: readonly (readonly Field[])[]): Buffer {
  let room = 5 + query.length + 5 + SIGNATURE.length + 2 + COPY_DONE.length;
  for (const row of rows) {
    room += 2;
    for (const field of row) room += 4 + mostBytesOf(field);
  }
  const out = Buffer.allocUnsafe(room);
  let at = 5 + out.write(query, 5);
  open(out, 'Q', 0, at);
  const start = at;
  at += 5;
  at += SIGNATURE.copy(out, at);
  for (const row of rows) {
    at = out.writeUInt16BE(row.length, at);
    for (const field of row) {
      const end = writeField(out, field, at + 4);
      out.writeUInt32BE(end - at - 4, at);
      at = end;
    }
  }
  at = out.writeUInt16BE(TRAILER, at);
  open(out, 'd', start, at);
  return out.subarray(0, at + COPY_DONE.copy(out, at));
}

/** The head of a message of PostgreSQL's protocol, which is as long as it turned out. */
function open(out: Buffer, type: string, start: number, end: number): void {
  out.writeUInt32BE(end - start - 1, start + out.write(type, start));
}

function mostBytesOf(field: Field): number {
  if (typeof field === 'string') return 3 * field.length;
  return typeof field === 'object' ? field.length : 8;
}

/** Returns where the field ends. */
function writeField(out: Buffer, field: Field, at: number): number {
  if (typeof field === 'string') return at + out.write(field, at);
  if (typeof field === 'object') {
    out.set(field, at);
    return at + field.length;
  }
  if (field === undefined) return out.writeUInt32BE(0xffffffff, out.writeUInt32BE(0x7fffffff, at));
  return out.writeUInt32BE(field % TWO_TO_32, out.writeUInt32BE(Math.floor(field / TWO_TO_32), at));
}
