import { binaryCopyParser } from '@landline/runtime/postgres/binary-copy';
import type pg from 'pg';
import { CopyQuery } from './copy-from-query.ts';

/** The part of pg's protocol handler that a query drives. */
interface Connection {
  query(text: string): void;
}

/**
 * Reads the rows of a query by `COPY … TO STDOUT` in the binary format, so that `bytea` values need no decoding; with
 * pg's own queries, they arrive in hexadecimal. The query must have no parameters and no NULLs in its result. Fields
 * are valid during `onRow`.
 */
export class CopyToQuery extends CopyQuery implements pg.Submittable {
  readonly #text: string;
  readonly #parse: (chunk: Buffer) => void;

  constructor(query: string, onRow: (fields: readonly Buffer[]) => void) {
    super();
    this.#text = `COPY (${query}) TO STDOUT (FORMAT binary)`;
    this.#parse = binaryCopyParser(onRow);
  }

  submit(connection: Connection): void {
    connection.query(this.#text);
  }

  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    this.#parse(chunk);
  }
}
