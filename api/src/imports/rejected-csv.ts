import type { CommonQueryMethods } from 'slonik';
import { csvCell } from '../http/csv.ts';
import { rejectedAfter } from './queries.ts';

const PAGE = 1_000;

/** All rejected rows of an import as a CSV file, page by page. */
export async function* rejectedCsv(db: CommonQueryMethods, id: string): AsyncGenerator<string> {
  yield 'line,reason,raw\r\n';
  for (let after = 0; ; ) {
    const rows = await rejectedAfter(db, id, { after, limit: PAGE });
    yield rows.map(({ line, reason, raw }) => `${line},${csvCell(reason)},${csvCell(raw)}\r\n`).join('');
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = last.line;
  }
}
