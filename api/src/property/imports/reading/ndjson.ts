import { JSON_ROW_LIMIT, JsonTable } from './json-rows.ts';
import type { SourceBatch, SourceRow } from './source-row.ts';
import type { TextBlock } from './text.ts';

/** Reads a file with one JSON object or GeoJSON feature per line. */
export async function* readNdjson(blocks: AsyncIterable<TextBlock>): AsyncGenerator<SourceBatch> {
  const table = new JsonTable();
  let pieces: string[] = [];
  let length = 0;
  let line = 1;
  let bytesRead = 0;
  const take = (): SourceRow | undefined => {
    const raw = pieces.join('').trim();
    const isTooLong = length > JSON_ROW_LIMIT;
    pieces = [];
    length = 0;
    if (isTooLong) return table.rejected(line, raw, 'Is longer than 8 MB');
    return raw === '' ? undefined : table.row(line, raw);
  };
  for await (const block of blocks) {
    bytesRead = block.bytesRead;
    const rows: SourceRow[] = [];
    let at = 0;
    for (let newline = block.text.indexOf('\n'); newline >= 0; newline = block.text.indexOf('\n', at)) {
      pieces.push(block.text.slice(at, newline));
      const row = take();
      if (row) rows.push(row);
      line++;
      at = newline + 1;
    }
    // Keeps only the beginning of a line beyond the limit, for the list of rejected rows.
    if (length <= JSON_ROW_LIMIT) pieces.push(block.text.slice(at));
    length += block.text.length - at;
    yield { columns: table.columns, rows, bytesRead };
  }
  const last = take();
  yield { columns: table.columns, rows: last ? [last] : [], bytesRead };
}
