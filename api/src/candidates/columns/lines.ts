import { type Facts, linesOf } from '../csv-lines.ts';
import type { Hits } from '../hits.ts';
import type { FeatureColumns } from './feature-columns.ts';

/** The lines of these candidates in a CSV file, as `selectLines` writes them. */
export function linesIn(
  { ids, numbers, codes, written }: FeatureColumns,
  hits: Hits,
): Uint8Array<ArrayBuffer> {
  const view = new DataView(hits.ids.buffer, hits.ids.byteOffset, hits.ids.byteLength);
  let row = -1;
  const facts: Facts = {
    text(name) {
      if (name === 'street_address' || name === 'apn') return written[name].at(row);
      const { rows, texts } = codes[name];
      return texts[rows[row] as number] ?? null;
    },
    number(name) {
      const value = numbers[name][row] as number;
      return Number.isNaN(value) ? null : value;
    },
  };
  const lines = linesOf(hits, (_, at) => {
    row = ids.rowOf(view, at * 16);
    return row < 0 ? undefined : facts;
  });
  return new TextEncoder().encode(lines);
}
