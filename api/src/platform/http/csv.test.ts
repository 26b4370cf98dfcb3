import { describe, expect, it } from 'vitest';
import { csvCell, csvHeader, csvLine } from './csv.ts';

describe('a CSV cell', () => {
  it.each(['=', '+', '-', '@', '|', '%', '＝', '＋', '－', '＠'])(
    'escapes a formula that starts with %s',
    (sign) => {
      expect(csvCell(`${sign}SUM(A1)`)).toBe(`"'${sign}SUM(A1)"`);
      expect(csvCell(` ${sign}SUM(A1)`)).toBe(`"' ${sign}SUM(A1)"`);
    },
  );

  it.each(['\t', '\r', '\n'])('escapes a text that starts with the control character %j', (start) => {
    expect(csvCell(`${start}text`)).toBe(`"'${start}text"`);
  });

  it.each(['12 Oak Street', 'a=b', 'M-1', ''])('leaves %j unchanged', (text) => {
    expect(csvCell(text)).toBe(`"${text}"`);
  });

  it('doubles quotes, including in a formula', () => {
    expect(csvCell('=HYPERLINK("https://example.com")')).toBe(`"'=HYPERLINK(""https://example.com"")"`);
  });
});

it('leaves unknown fields of a line empty', () => {
  expect(csvLine(['a', null, 'b,c'])).toBe('"a",,"b,c"\r\n');
});

it('starts a file with a byte order mark, so that Excel reads it as UTF-8', () => {
  expect(csvHeader(['Name', 'Zip Code'])).toBe('\uFEFF"Name","Zip Code"\r\n');
});
