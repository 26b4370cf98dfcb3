import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readRows } from './read-rows.ts';
import type { SourceRow } from './source-row.ts';

/** Reads the text as a file in chunks of `chunkBytes`. */
async function read(text: string | Buffer, chunkBytes = 1 << 20) {
  const bytes = Buffer.from(text);
  const chunks = [];
  for (let at = 0; at < bytes.length; at += chunkBytes) chunks.push(bytes.subarray(at, at + chunkBytes));
  let columns: readonly string[] = [];
  const rows: SourceRow[] = [];
  let bytesRead = 0;
  for await (const batch of readRows(chunks, 'csv')) {
    columns = batch.columns;
    rows.push(...batch.rows);
    bytesRead = batch.bytesRead;
  }
  return { columns, rows, bytesRead };
}

const good = (line: number, ...values: string[]) =>
  expect.objectContaining({ line, values, problem: undefined });
const bad = (line: number, problem: string, raw: string) => ({ line, values: [], problem, raw });

describe('a CSV file', () => {
  test('is read with line numbers for any line endings, empty lines and byte order mark', async () => {
    const { columns, rows, bytesRead } = await read('\uFEFFapn, city\r\n\r\n1,A\r\n2,B\n\n3,"C"\r\n4,');
    expect(columns).toEqual(['apn', 'city']);
    expect(rows).toEqual([good(3, '1', 'A'), good(4, '2', 'B'), good(6, '3', 'C'), good(7, '4', '')]);
    expect(bytesRead).toBe(35);
  });

  test('keeps line numbers after values that span lines', async () => {
    const { rows } = await read('a,b\n1,"x\ny\r\nz"\n2,"say ""hi"", twice"\n3,"');
    expect(rows).toEqual([
      good(2, '1', 'x\ny\r\nz'),
      good(5, '2', 'say "hi", twice'),
      bad(6, 'A quote is opened and never closed', '3,"'),
    ]);
  });

  test('rejects one line for a stray quote and continues after it', async () => {
    const { rows } = await read('a,b\n1,"12 MAIN\n2,x\n3,"y"\n4,z\n5,"q" r\n6,s\n');
    expect(rows).toEqual([
      bad(2, 'A value continues after its closing quote', '1,"12 MAIN'),
      good(3, '2', 'x'),
      good(4, '3', 'y'),
      good(5, '4', 'z'),
      bad(6, 'A value continues after its closing quote', '5,"q" r'),
      good(7, '6', 's'),
    ]);
  });

  test('rejects rows with too many or too few columns', async () => {
    const { rows } = await read('a,b\n1\n1,2,3\n1,2\n');
    expect(rows).toEqual([
      bad(2, 'Has 1 columns where the header has 2', '1'),
      bad(3, 'Has 3 columns where the header has 2', '1,2,3'),
      good(4, '1', '2'),
    ]);
  });

  test('rejects only the rows that are not UTF-8', async () => {
    const { rows } = await read(Buffer.from('a,b\n1,caf\u00e9\n2,ok\n', 'latin1'));
    expect(rows).toEqual([bad(2, 'Has characters that are not UTF-8', '1,caf\uFFFD'), good(3, '2', 'ok')]);
  });

  test('can be separated by semicolons or tabs and repeat column names', async () => {
    expect((await read('a;b;b\n1,5;2;3\n')).rows).toEqual([good(2, '1,5', '2', '3')]);
    expect((await read('a;b;b\n1,5;2;3\n')).columns).toEqual(['a', 'b', 'b (2)']);
    expect((await read('a\tb\n1\t2')).rows).toEqual([good(2, '1', '2')]);
  });

  test.each([
    ['', 'The file is empty'],
    [Buffer.from([0x50, 0x4b, 3, 4, 0]), 'an Excel workbook or a ZIP archive'],
    [Buffer.from('\uFEFFa,b\n1,2', 'utf16le'), 'UTF-16'],
    [Buffer.from([1, 2, 0, 3]), 'not text'],
  ])('that is not text is rejected with its type', async (content, reason) => {
    await expect(read(content)).rejects.toThrow(reason);
  });

  test('matches an independent parser for any chunk size', async () => {
    const value = fc.stringMatching(/^[a-z0-9 ",\n\u00e9\u{1F3E0}]{0,8}$/u);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(value, value, value), { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom('\n', '\r\n'),
        async (table, chunkBytes, lineEnd) => {
          const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
          const plain = (text: string) => (/[",\n]/.test(text) ? quoted(text) : text);
          const text = ['x,y,z', ...table.map(([a, b, c]) => [quoted(a), plain(b), plain(c)].join(','))].join(
            lineEnd,
          );
          const { rows } = await read(text, chunkBytes);
          const expected = parse(text, { from: 2, info: false }) as string[][];
          expect(rows.map((row) => row.values)).toEqual(expected);
          expect(rows.every((row) => row.problem === undefined)).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });
});
