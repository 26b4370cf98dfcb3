import type { Writable } from 'node:stream';
import { BinaryCopyWriter } from '@landline/runtime/postgres/binary-copy';
import type pg from 'pg';

const MAX_INT8 = 2n ** 63n - 1n;
const COPY_DONE = Buffer.from('c\0\0\0\x04');
const MESSAGE_HEADER_BYTES = 5;

/** A safe integer, or undefined for the largest int8; text; bytes. */
type Field = number | undefined | string | Buffer;

/** The part of a COPY query that pg drives and that is the same in both directions. */
export class CopyQuery {
  readonly finished: Promise<void>;
  readonly #settle = Promise.withResolvers<void>();

  constructor() {
    this.finished = this.#settle.promise;
  }

  handleReadyForQuery(): void {
    this.#settle.resolve();
  }

  handleError(error: Error): void {
    this.#settle.reject(error);
  }

  handleCommandComplete(): void {}
}

/**
 * Writes rows by `COPY … FROM STDIN` in the binary format, all or none. PostgreSQL fills a page at a time, while an
 * `INSERT` adds row after row. The query and the rows are sent together, without waiting until the server asks for
 * rows.
 */
export class CopyFromQuery extends CopyQuery implements pg.Submittable {
  readonly #query: Buffer;
  readonly #rows: Buffer;

  /** `target` is a table and its columns. */
  constructor(target: string, rows: readonly (readonly Field[])[]) {
    super();
    this.#rows = encodeRows(rows);
    const text = Buffer.from(`COPY ${target} FROM STDIN (FORMAT binary)\0`);
    this.#query = Buffer.concat([
      messageHeader('Q', text.length),
      text,
      messageHeader('d', this.#rows.length),
    ]);
  }

  submit({ stream }: { readonly stream: Writable }): void {
    stream.cork();
    stream.write(this.#query);
    stream.write(this.#rows);
    stream.write(COPY_DONE);
    stream.uncork();
  }

  handleCopyInResponse(): void {}
}

/** The header of a message of PostgreSQL's protocol. */
function messageHeader(type: string, bodyBytes: number): Buffer {
  const header = Buffer.alloc(MESSAGE_HEADER_BYTES, type);
  header.writeUInt32BE(4 + bodyBytes, 1);
  return header;
}

function encodeRows(rows: readonly (readonly Field[])[]): Buffer {
  let bytes = 32;
  for (const row of rows) for (const field of row) bytes += 6 + maxBytesOf(field);
  const out = new BinaryCopyWriter(Math.ceil(bytes / 2)); // the writer allocates twice its initial size
  out.signature();
  for (const row of rows) {
    out.row(row.length);
    for (const field of row) {
      if (typeof field === 'string') out.utf8(field);
      else if (typeof field === 'object') out.bytes(field);
      else out.bigint(field ?? MAX_INT8);
    }
  }
  return out.finish();
}

function maxBytesOf(field: Field): number {
  if (typeof field === 'string') return 3 * field.length;
  return typeof field === 'object' ? field.length : 8;
}
