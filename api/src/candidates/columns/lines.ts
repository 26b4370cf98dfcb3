import { type Facts, linesOf } from '../csv-lines.ts';
import type { Hits } from '../hits.ts';
import type { FeatureColumns } from './feature-columns.ts';

/** The lines of these candidates in a CSV file, as `selectLines` writes them. */
export function linesIn(features: FeatureColumns, hits: Hits): Uint8Array<ArrayBuffer> {
  const view = new DataView(hits.ids.buffer, hits.ids.byteOffset, hits.ids.byteLength);
  let row = -1;
  const facts: Facts = {
    text: (name) => features.text(name, row),
    number: (name) => features.number(name, row),
  };
  const lines = linesOf(hits, (_, at) => {
    row = features.ids.rowOf(view, at * 16);
    return row < 0 ? undefined : facts;
  });
  return new TextEncoder().encode(lines);
}
