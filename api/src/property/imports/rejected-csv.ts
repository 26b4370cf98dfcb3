import { csvCell, csvHeader } from '../../platform/http/csv.ts';
import type { RejectedRow } from './contract.ts';

const PAGE_SIZE = 1_000;

/** Yields rejected rows as a CSV file; `rowsAfter` returns up to `limit` rows after a line. */
export async function* rejectedCsv(
  rowsAfter: (line: number, limit: number) => Promise<readonly RejectedRow[]>,
): AsyncGenerator<string> {
  yield csvHeader(['line', 'reason', 'raw']);
  for (let after = 0; ; ) {
    const rows = await rowsAfter(after, PAGE_SIZE);
    yield rows.map(({ line, reason, raw }) => `${line},${csvCell(reason)},${csvCell(raw)}\r\n`).join('');
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE_SIZE) return;
    after = last.line;
  }
}
