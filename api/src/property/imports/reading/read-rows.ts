import type { FileFormat } from '../contract.ts';
import { readCsv } from './csv.ts';
import { readGeoJson } from './geojson.ts';
import { readNdjson } from './ndjson.ts';
import type { SourceBatch } from './source-row.ts';
import { type Bytes, decodeText, type TextBlock } from './text.ts';

const READERS: Record<FileFormat, (text: AsyncIterable<TextBlock>) => AsyncGenerator<SourceBatch>> = {
  csv: readCsv,
  ndjson: readNdjson,
  geojson: readGeoJson,
};

/** Streams the rows of a file. Reports a bad row as its `problem`; throws `UnreadableFileError` when the whole file is bad. */
export const readRows = (bytes: Bytes, format: FileFormat): AsyncGenerator<SourceBatch> =>
  READERS[format](decodeText(bytes));
