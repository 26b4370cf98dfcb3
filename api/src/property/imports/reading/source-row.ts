/** A row of a file. */
export interface SourceRow {
  /** Line number from 1; in a GeoJSON file the number of the feature. */
  readonly line: number;
  /** `values[i]` belongs to the table's `columns[i]`; text in a CSV file, any JSON value elsewhere. */
  readonly values: readonly unknown[];
  /** Source text of the row. */
  readonly raw: string;
  /** Reason why the row cannot be read, if it cannot; `values` is then empty. */
  readonly problem: string | undefined;
}

/** Consecutive rows of a file. */
export interface SourceBatch {
  /** Columns of the whole table: one array for all batches, which grows as JSON rows bring new keys. */
  readonly columns: readonly string[];
  readonly rows: readonly SourceRow[];
  /** Bytes of the file that have been read so far. */
  readonly bytesRead: number;
}

/** The file cannot be read at all; the message tells the uploader why. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError';
}
