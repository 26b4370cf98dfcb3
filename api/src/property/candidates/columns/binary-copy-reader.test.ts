import { expect, test } from 'vitest';
import { BinaryCopyReader } from './binary-copy-reader.ts';

const HEADER = Buffer.concat([Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'), Buffer.alloc(8)]);
const TRAILER = Buffer.from([0xff, 0xff]);
const ROWS: readonly (string | null)[][] = [
  ['first', 'x'.repeat(600_000)],
  ['z'.repeat(1_300_000), 'w'.repeat(70_000)],
  [null, ''],
  ['', null],
  ['y'.repeat(300), 'last'],
];

/** Encodes rows like `COPY … TO STDOUT (FORMAT binary)`. */
function encode(rows: readonly (readonly (string | null)[])[]): Buffer {
  const number = (value: number, bytes: 2 | 4) => {
    const buffer = Buffer.alloc(bytes);
    buffer.writeIntBE(value, 0, bytes);
    return buffer;
  };
  const parts = rows.flatMap((fields) => [
    number(fields.length, 2),
    ...fields.flatMap((text) =>
      text === null ? [number(-1, 4)] : [number(Buffer.byteLength(text), 4), Buffer.from(text)],
    ),
  ]);
  return Buffer.concat([HEADER, ...parts, TRAILER]);
}

test.for([1, 2, 3, 18, 19, 20, 1_000, 65_536, 4_000_000])(
  'reads the same rows from chunks of %i bytes',
  (size) => {
    const bytes = encode(ROWS);
    const read: (string | null)[][] = [];
    const rows = new BinaryCopyReader(2, ({ bytes: row, starts, lengths }) => {
      const fields = Array.from(starts, (start, field) => {
        const length = lengths[field] ?? -1;
        return length < 0 ? null : row.toString('utf8', start, start + length);
      });
      read.push(fields);
    });
    for (let at = 0; at < bytes.length; at += size) rows.push(bytes.subarray(at, at + size));
    expect(read).toEqual(ROWS);
  },
);
