import {
  CANDIDATE_FIELDS,
  type CandidateFeatures,
  type DomainEvent,
  type EventData,
  type PropertyType,
} from '@landline/event-schemas';
import type { RejectedRow } from './contract.ts';
import { isRejected, type MappedRow } from './mapping/row-mapper.ts';

/** Maximum number of rows per chunk, rejected ones included. */
export const CHUNK_ROWS = 1_000;

/** Maximum size of a chunk's events, in bytes, by estimates that are upper bounds. An append is limited to 1 MiB. */
const MAX_EVENT_BYTES = 900_000;

/** Maximum size of a character in JSON, in bytes. */
const JSON_BYTES = 6;

/** Maximum length of a row in characters; no parcel needs more. */
const MAX_ROW_CHARACTERS = 30_000;

/** Consecutive rows of a file that fit in one append. */
export interface Chunk<Row = MappedRow> {
  readonly number: number;
  readonly firstLine: number;
  readonly lastLine: number;
  readonly bytesRead: number;
  readonly rows: readonly Row[];
  readonly rejected: readonly RejectedRow[];
}

export interface RowSizes<Row> {
  /** Returns an upper bound of a row's size in an event, in bytes. */
  bytesOf(row: Row): number;
  /** Returns why a row is too large for any event, or undefined. */
  sizeProblem(row: Row): string | undefined;
}

/** Row counts of a whole file. */
export interface Totals {
  imported: number;
  rejected: number;
  /** Line number of the last row. */
  lines: number;
}

/**
 * Splits a file's rows into chunks, always the same way for the same file. Counts rows up to `after.lastLine` without
 * yielding them again. Returns the totals of all rows.
 */
export async function* splitIntoChunks<Row extends { readonly line: number }>(
  batches: AsyncIterable<{ readonly rows: readonly (Row | RejectedRow)[]; readonly bytesRead: number }>,
  sizes: RowSizes<Row>,
  after?: { chunk: number; lastLine: number },
): AsyncGenerator<Chunk<Row>, Totals> {
  const totals: Totals = { imported: 0, rejected: 0, lines: 1 };
  let number = (after?.chunk ?? -1) + 1;
  let rows: Row[] = [];
  let rejected: RejectedRow[] = [];
  let bytes = 0;
  let firstLine = 0;
  let bytesRead = 0;
  const take = (): Chunk<Row> => {
    const chunk = { number: number++, firstLine, lastLine: totals.lines, bytesRead, rows, rejected };
    rows = [];
    rejected = [];
    bytes = 0;
    return chunk;
  };
  for await (const batch of batches) {
    bytesRead = batch.bytesRead;
    for (const mapped of batch.rows) {
      const row = rejectOversized(mapped, sizes);
      const size = isRejected(row) ? rejectedBytes(row) : sizes.bytesOf(row);
      const isImported = after !== undefined && row.line <= after.lastLine;
      const count = rows.length + rejected.length;
      if (count > 0 && (count >= CHUNK_ROWS || bytes + size > MAX_EVENT_BYTES)) yield take();
      totals.lines = row.line;
      if (isRejected(row)) totals.rejected++;
      else totals.imported++;
      if (isImported) continue;
      if (rows.length + rejected.length === 0) firstLine = row.line;
      bytes += size;
      if (isRejected(row)) rejected.push(row);
      else rows.push(row);
    }
  }
  if (rows.length + rejected.length > 0) yield take();
  return totals;
}

function rejectOversized<Row extends { readonly line: number }>(
  row: Row | RejectedRow,
  sizes: RowSizes<Row>,
): Row | RejectedRow {
  const reason = isRejected(row)
    ? row.raw.length + row.reason.length > MAX_ROW_CHARACTERS && TOO_LONG
    : sizes.sizeProblem(row);
  return reason ? { line: row.line, reason, raw: '' } : row;
}

const rejectedBytes = (row: RejectedRow): number => 200 + JSON_BYTES * (row.raw.length + row.reason.length);

const TOO_LONG = `Contains more than ${MAX_ROW_CHARACTERS.toLocaleString('en')} characters`;

export const CANDIDATE_SIZES: RowSizes<MappedRow> = {
  sizeProblem({ length, candidate }) {
    if (length <= MAX_ROW_CHARACTERS) return undefined;
    const texts = CANDIDATE_FIELDS.map((field) => candidate[field] ?? '');
    const characters = texts.reduce((sum: number, text) => sum + JSON.stringify(text).length, 0);
    return characters > MAX_ROW_CHARACTERS ? TOO_LONG : undefined;
  },
  bytesOf({ candidate, isPlain }) {
    const perCharacter = isPlain ? 1 : JSON_BYTES;
    // Owner names are encrypted (base64 with nonce and tag) and stored apart, with the candidate id.
    let bytes = candidate.owner_name === null ? 10 : 200 + 2 * candidate.owner_name.length;
    for (const field of CANDIDATE_FIELDS) {
      const value = candidate[field];
      if (value === null) bytes += 5;
      else if (typeof value === 'string') bytes += perCharacter * value.length + 3;
      else if (typeof value === 'object') bytes += JSON_BYTES * JSON.stringify(value).length;
      else bytes += 25;
    }
    return bytes;
  },
};

interface ImportTarget {
  import_id: string;
  dataset_key: string;
  property_type: PropertyType;
}

/** Returns the events of a chunk; `CandidatesImported` is last and completes it. */
export function eventsOf(
  chunk: Omit<Chunk, 'rows'> & { readonly candidates: readonly CandidateFeatures[] },
  { import_id, dataset_key, property_type }: ImportTarget,
): DomainEvent<'CandidateRowsRejected' | 'CandidatesImported'>[] {
  const data: EventData<'CandidatesImported'> = {
    import_id,
    dataset_key,
    property_type,
    chunk: chunk.number,
    first_line: chunk.firstLine,
    last_line: chunk.lastLine,
    bytes_read: chunk.bytesRead,
    ...tableOf(chunk.candidates),
  };
  const imported = { type: 'CandidatesImported' as const, data };
  if (chunk.rejected.length === 0) return [imported];
  const rejected = { import_id, dataset_key, chunk: chunk.number, rows: [...chunk.rejected] };
  return [{ type: 'CandidateRowsRejected', data: rejected }, imported];
}

/** Converts candidates to a table of the columns that occur; keeps owner names separate, because each is encrypted. */
export function tableOf(
  candidates: readonly CandidateFeatures[],
): Pick<EventData<'CandidatesImported'>, 'columns' | 'rows' | 'owners'> {
  const columns = CANDIDATE_FIELDS.filter(
    (field) => field !== 'owner_name' && candidates.some((candidate) => candidate[field] !== null),
  );
  return {
    columns,
    rows: candidates.map((candidate) => columns.map((field) => candidate[field])),
    owners: candidates.flatMap(({ id, owner_name }, index) =>
      owner_name === null ? [] : [{ index, candidate_id: id, owner_name }],
    ),
  };
}
