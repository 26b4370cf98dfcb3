import { type SourceBatch, type SourceRow, UnreadableFileError } from './source-row.ts';
import { RAW_LIMIT, type TextBlock, textProblem } from './text.ts';

/** Maximum row length in characters; a quote that is still open at this length is treated as a stray quote. */
const ROW_LIMIT = 256 * 1024;

const DELIMITERS = [',', ';', '\t', '|'] as const;

/**
 * Reads a CSV file with a header row (RFC 4180, or `;`, tab or `|` as separator). Quoted values may span lines. A malformed
 * row loses only its first line: reading continues on the next one, so that a stray quote never swallows later rows.
 */
export async function* readCsv(blocks: AsyncIterable<TextBlock>): AsyncGenerator<SourceBatch> {
  const scanner = new CsvScanner();
  let bytesRead = 0;
  for await (const block of blocks) {
    bytesRead = block.bytesRead;
    const rows = scanner.push(block.text, false);
    if (rows.length > 0) yield { columns: scanner.columns, rows, bytesRead };
  }
  const rows = scanner.push('', true);
  if (scanner.columns.length === 0) throw new UnreadableFileError('The file is empty');
  yield { columns: scanner.columns, rows, bytesRead };
}

class CsvScanner {
  columns: readonly string[] = [];
  #delimiter = ',';
  /** Text of an incomplete row. */
  #text = '';
  #line = 1;

  /** Returns the rows that are complete; `isEnd` marks the end of the file. */
  push(more: string, isEnd: boolean): SourceRow[] {
    const text = this.#text + more;
    const isSuspicious = textProblem(text) !== undefined;
    const rows: SourceRow[] = [];
    let at = 0;
    let quote = text.indexOf('"');
    while (at < text.length) {
      const newline = text.indexOf('\n', at);
      if (newline < 0 && !isEnd) break;
      const lineEnd = newline < 0 ? text.length : newline;
      if (quote >= 0 && quote < at) quote = text.indexOf('"', at);
      if (this.columns.length === 0) this.#delimiter = delimiterOf(text.slice(at, lineEnd));

      let next = lineEnd + 1;
      let lines = 1;
      let problem: string | undefined;
      let values: string[];
      if (quote < 0 || quote > lineEnd) {
        values = text.slice(at, withoutReturn(text, at, lineEnd)).split(this.#delimiter);
      } else {
        const row = readQuotedRow(text, at, this.#delimiter, isEnd);
        if (row === 'unfinished' && !isEnd && text.length - at < ROW_LIMIT) break;
        if (row === 'unfinished') {
          values = [];
          problem = 'A quote is opened and never closed';
        } else if (row === 'broken') {
          values = [];
          problem = 'A value continues after its closing quote';
        } else {
          ({ values, next, lines } = row);
        }
      }

      if (this.columns.length === 0) {
        if (problem) throw new UnreadableFileError(`The header cannot be read: ${problem}`);
        // Skips empty lines above the header.
        if (values.length > 1 || values[0]?.trim() !== '') this.columns = nameColumns(values);
      } else if (problem !== undefined || values.length > 1 || values[0] !== '') {
        const expected = this.columns.length;
        if (problem === undefined && values.length !== expected) {
          problem = `Has ${values.length} columns where the header has ${expected}`;
          next = lineEnd + 1;
          lines = 1;
        }
        const raw = text.slice(at, withoutReturn(text, at, Math.min(next - 1, text.length)));
        if (isSuspicious) problem ??= textProblem(raw);
        rows.push(
          problem === undefined
            ? { line: this.#line, values, raw, problem }
            : { line: this.#line, values: [], raw: raw.slice(0, RAW_LIMIT), problem },
        );
      }
      at = next;
      this.#line += lines;
    }
    this.#text = text.slice(at);
    if (this.columns.length === 0 && this.#text.length > ROW_LIMIT) {
      throw new UnreadableFileError('The header row does not end: this is not a CSV file');
    }
    return rows;
  }
}

interface QuotedRow {
  values: string[];
  /** Start of the next row. */
  next: number;
  /** Number of lines that the row spans. */
  lines: number;
}

/** Reads a row that contains quotes. */
function readQuotedRow(
  text: string,
  start: number,
  delimiter: string,
  isEnd: boolean,
): QuotedRow | 'unfinished' | 'broken' {
  const values: string[] = [];
  let at = start;
  let lines = 1;
  for (;;) {
    if (text[at] === '"') {
      const close = closingQuote(text, at + 1);
      // A quote at the very end of the text may be the first half of an escaped one.
      if (close < 0 || (close === text.length - 1 && !isEnd)) return 'unfinished';
      const value = text.slice(at + 1, close);
      values.push(value.includes('""') ? value.replaceAll('""', '"') : value);
      for (let nl = value.indexOf('\n'); nl >= 0; nl = value.indexOf('\n', nl + 1)) lines++;
      at = close + 1;
      if (text[at] === '\r' && (text[at + 1] === '\n' || at + 1 >= text.length)) {
        if (at + 1 >= text.length && !isEnd) return 'unfinished';
        at++;
      }
      if (at < text.length && text[at] !== delimiter && text[at] !== '\n') return 'broken';
    } else {
      const newline = text.indexOf('\n', at);
      if (newline < 0 && !isEnd) return 'unfinished';
      const rowEnd = newline < 0 ? text.length : newline;
      const comma = text.indexOf(delimiter, at);
      const isLast = comma < 0 || comma > rowEnd;
      const valueEnd = isLast ? withoutReturn(text, at, rowEnd) : comma;
      values.push(text.slice(at, valueEnd));
      at = isLast ? rowEnd : comma;
    }
    if (at >= text.length && !isEnd) return 'unfinished';
    if (at >= text.length || text[at] === '\n') return { values, next: at + 1, lines };
    at++;
  }
}

/** Returns the position of the closing quote, skipping doubled ones, or -1. */
function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}

/** Returns the end of a line without its carriage return. */
function withoutReturn(text: string, start: number, end: number): number {
  return end > start && text[end - 1] === '\r' ? end - 1 : end;
}

/** Returns the delimiter that occurs most often outside quotes. */
function delimiterOf(header: string): string {
  const bare = header.replaceAll(/"[^"]*"/g, '');
  const count = (delimiter: string) => bare.split(delimiter).length;
  return DELIMITERS.reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best));
}

/** Makes column names unique. */
function nameColumns(header: readonly string[]): string[] {
  const counts = new Map<string, number>();
  return header.map((name, index) => {
    const base = name.trim() || `column ${index + 1}`;
    const count = (counts.get(base) ?? 0) + 1;
    counts.set(base, count);
    return count === 1 ? base : `${base} (${count})`;
  });
}
