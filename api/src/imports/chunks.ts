import {
  CANDIDATE_FIELDS,
  type CandidateFeatures,
  type DomainEvent,
  type EventData,
  type PropertyType,
} from '@landline/event-schemas';
import type { RejectedRow } from './contract.ts';
import { isRejected, type MappedRow } from './mapping/row-mapper.ts';

/** Most rows of a chunk, read or rejected. */
export const CHUNK_ROWS = 1_000;

/** Most bytes of a chunk's events, by an estimate that is never too low; the event store takes 1 MiB at once. */
const EVENT_BYTES = 900_000;

/** Most bytes that a character takes in JSON. */
const JSON_BYTES = 6;

/** Most characters of one row: no parcel needs more. */
const ROW_CHARACTERS = 30_000;

/** Some rows of a file, in the order of their lines, small enough for one append. */
export interface Chunk<Row = MappedRow> {
  readonly number: number;
  readonly firstLine: number;
  readonly lastLine: number;
  readonly bytesRead: number;
  readonly rows: readonly Row[];
  readonly rejected: readonly RejectedRow[];
}

/** How large rows are. */
export interface RowSizes<Row> {
  /** An upper bound of a row's bytes in an event. */
  bytesOf(row: Row): number;
  /** Why a row is too large for any event; undefined when it is not. */
  tooLong(row: Row): string | undefined;
}

/** How a whole file came out. */
export interface Totals {
  imported: number;
  rejected: number;
  /** Number of the last line that held a row. */
  lines: number;
}

/**
 * Cuts a file's rows into chunks: the same file is cut the same way every time. Rows up to `after.lastLine` are
 * counted but not given out again. Returns the totals over all rows.
 */
export async function* cutChunks<Row extends { readonly line: number }>(
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
      const row = shortEnough(mapped, sizes);
      const size = isRejected(row) ? rejectedBytes(row) : sizes.bytesOf(row);
      const isOld = after !== undefined && row.line <= after.lastLine;
      const held = rows.length + rejected.length;
      // Rows that share a line stay together, or going on after that line would lose some.
      if (held > 0 && (held >= CHUNK_ROWS || bytes + size > EVENT_BYTES) && row.line > totals.lines)
        yield take();
      totals.lines = row.line;
      if (isRejected(row)) totals.rejected++;
      else totals.imported++;
      if (isOld) continue;
      if (rows.length + rejected.length === 0) firstLine = row.line;
      bytes += size;
      if (isRejected(row)) rejected.push(row);
      else rows.push(row);
    }
  }
  if (rows.length + rejected.length > 0) yield take();
  return totals;
}

function shortEnough<Row extends { readonly line: number }>(
  row: Row | RejectedRow,
  sizes: RowSizes<Row>,
): Row | RejectedRow {
  const isRefused = isRejected(row);
  const reason = isRefused
    ? row.raw.length + row.reason.length > ROW_CHARACTERS && TOO_LONG
    : sizes.tooLong(row);
  return reason ? { line: row.line, reason, raw: '' } : row;
}

/** Rejected rows are kept as they stand in the file, up to a limit. */
const rejectedBytes = (row: RejectedRow): number => 200 + JSON_BYTES * (row.raw.length + row.reason.length);

const TOO_LONG = 'Holds more than 30,000 characters';

/** Of candidates. */
export const CANDIDATE_SIZES: RowSizes<MappedRow> = {
  tooLong({ length, candidate }) {
    if (length <= ROW_CHARACTERS) return undefined;
    const texts = CANDIDATE_FIELDS.map((field) => candidate[field] ?? '');
    const characters = texts.reduce((sum: number, text) => sum + JSON.stringify(text).length, 0);
    return characters > ROW_CHARACTERS ? TOO_LONG : undefined;
  },
  bytesOf({ candidate, isPlain }) {
    const perCharacter = isPlain ? 1 : JSON_BYTES;
    // The name of an owner is sealed (as base64, with a nonce and a tag) and stands apart, with the candidate's id.
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

interface ImportOf {
  import_id: string;
  dataset_key: string;
  property_type: PropertyType;
}

/** The events of a chunk; what was read comes last, whatever was rejected. */
export function eventsOf(
  chunk: Omit<Chunk, 'rows'> & { readonly candidates: readonly CandidateFeatures[] },
  { import_id, dataset_key, property_type }: ImportOf,
): DomainEvent<'CandidateRowsRejected' | 'CandidatesImported'>[] {
  const imported: EventData<'CandidatesImported'> = {
    import_id,
    dataset_key,
    property_type,
    chunk: chunk.number,
    first_line: chunk.firstLine,
    last_line: chunk.lastLine,
    bytes_read: chunk.bytesRead,
    ...tableOf(chunk.candidates),
  };
  const read = { type: 'CandidatesImported' as const, data: imported };
  if (chunk.rejected.length === 0) return [read];
  const rejected = { import_id, dataset_key, chunk: chunk.number, rows: [...chunk.rejected] };
  return [{ type: 'CandidateRowsRejected', data: rejected }, read];
}

/** Candidates as rows under the columns that occur; owners apart, for their names are sealed one by one. */
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
