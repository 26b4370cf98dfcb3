import type pg from 'pg';

const FIXED_HEADER = 15; // 'PGCOPY\n\xff\r\n\0' and the flags
const TRAILER = -1;

/** The part of pg's protocol handler that a query may drive by itself. */
interface Connection {
  query(text: string): void;
}

/**
 * Reads the rows of a query by `COPY ... TO STDOUT`, in binary: bytes arrive as bytes, where pg's own queries have
 * them written out in hexadecimal. The query cannot have parameters, nor NULLs in its result. Each row is a list of
 * views that are valid during `onRow` only.
 */
export class CopyRows implements pg.Submittable {
  readonly finished: Promise<void>;
  readonly #text: string;
  readonly #onRow: (fields: readonly Buffer[]) => void;
  #resolve: () => void = () => {};
  #reject: (error: Error) => void = () => {};
  #begun = false;

  constructor(query: string, onRow: (fields: readonly Buffer[]) => void) {
    this.#text = `COPY (${query}) TO STDOUT (FORMAT binary)`;
    this.#onRow = onRow;
    this.finished = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  submit(connection: Connection): void {
    connection.query(this.#text);
  }

  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    let at = 0;
    if (!this.#begun) {
      at = FIXED_HEADER + 4 + chunk.readInt32BE(FIXED_HEADER);
      this.#begun = true;
    }
    while (at < chunk.length) {
      const count = chunk.readInt16BE(at);
      at += 2;
      if (count === TRAILER) return;
      const fields: Buffer[] = [];
      for (let field = 0; field < count; field++) {
        const end = at + 4 + chunk.readInt32BE(at);
        fields.push(chunk.subarray(at + 4, end));
        at = end;
      }
      this.#onRow(fields);
    }
  }

  handleReadyForQuery(): void {
    this.#resolve();
  }

  handleError(error: Error): void {
    this.#reject(error);
  }

  handleCommandComplete(): void {}
  handleRowDescription(): void {}
}

/** A non-negative int8 within 2^53. */
export function readInt8(field: Buffer): number {
  return field.readUInt32BE(0) * 2 ** 32 + field.readUInt32BE(4);
}
