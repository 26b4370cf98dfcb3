import { expect, test } from 'vitest';
import { BinaryCopyWriter, binaryCopyParser, readBigint } from './binary-copy.ts';

const ROWS: readonly (readonly [number, string])[] = [
  [0, ''],
  [2 ** 53 - 1, 'ü'.repeat(3_000)],
  [7, 'short'],
];

function encode(): Buffer {
  const out = new BinaryCopyWriter(16);
  out.signature();
  for (const [number, text] of ROWS) {
    out.row(2);
    out.bigint(number);
    out.text(text);
  }
  return out.finish();
}

test.for([1, 2, 18, 19, 20, 1_000, 100_000])('parses the rows from chunks of %i bytes', (size) => {
  const bytes = encode();
  const rows: [number, string][] = [];
  const parse = binaryCopyParser(([number = Buffer.of(), text = Buffer.of()]) =>
    rows.push([readBigint(number), text.toString()]),
  );
  for (let at = 0; at < bytes.length; at += size) parse(bytes.subarray(at, at + size));
  expect(rows).toEqual(ROWS);
});

test('replaces NUL characters in text', () => {
  const out = new BinaryCopyWriter();
  out.text('a\0b');
  expect(out.take().subarray(4).toString()).toBe('a\ufffdb');
});
