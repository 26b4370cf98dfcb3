import { csvCell } from '../http/csv.ts';
import type { RejectedRow } from './contract.ts';

const PAGE = 1_000;

/** Rejected rows as a CSV file, page by page: `rowsAfter` gives so many of those behind a line. */
export async function* rejectedCsv(
  rowsAfter: (line: number, limit: number) => Promise<readonly RejectedRow[]>,
): AsyncGenerator<string> {
  yield 'line,reason,raw\r\n';
  for (let after = 0; ; ) {
    const rows = await rowsAfter(after, PAGE);
    yield rows.map(({ line, reason, raw }) => `${line},${csvCell(reason)},${csvCell(raw)}\r\n`).join('');
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = last.line;
  }
}
