import type { FileFormat } from '../contract.ts';
import { readCsv } from './csv.ts';
import { readGeoJson } from './geojson.ts';
import { readNdjson } from './ndjson.ts';
import { decodeText } from './text.ts';

/** A row of a file as it was read. */
export interface SourceRow {
  /** Where it begins in the file, from 1; the number of the feature in a GeoJSON file. */
  readonly line: number;
  /** `values[i]` belongs to the table's `columns[i]`; text in a CSV file, any JSON value elsewhere. */
  readonly values: readonly unknown[];
  /** The row as it stands in the file. */
  readonly raw: string;
  /** Why it cannot be read; then `values` is empty. */
  readonly problem: string | undefined;
}

/** Some rows in file order. */
export interface SourceBatch {
  /** Of the whole table. The same array for every batch; it grows as JSON rows bring new keys. */
  readonly columns: readonly string[];
  readonly rows: readonly SourceRow[];
  /** Bytes of the file that have been read so far. */
  readonly bytesRead: number;
}

export type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/**
 * The rows of a file, as it streams in. What is wrong with a single row is said in that row; what makes the
 * whole file unreadable is thrown (`UnreadableFileError`).
 */
export function readRows(bytes: Bytes, format: FileFormat): AsyncGenerator<SourceBatch> {
  const text = decodeText(bytes);
  switch (format) {
    case 'csv':
      return readCsv(text);
    case 'ndjson':
      return readNdjson(text);
    case 'geojson':
      return readGeoJson(text);
  }
}
