import type { RejectedRow } from '../contract.ts';
import type { SourceRow } from '../reading/source.ts';
import { RAW_LIMIT } from '../reading/text.ts';
import { ValueError } from './values.ts';

/** What is wrong with a value; other errors are not the file's. */
export function messageOf(error: unknown): string {
  if (!(error instanceof ValueError)) throw error;
  return error.message;
}

/** A row that cannot be read, with the reasons. */
export function reject(row: SourceRow, reasons: readonly string[]): RejectedRow {
  return {
    line: row.line,
    reason: storable(reasons.join('; ')),
    raw: storable(row.raw.slice(0, RAW_LIMIT)),
  };
}

/** Text of the file as Postgres can keep it: a NUL character by its symbol, no half characters. */
function storable(text: string): string {
  return text.replaceAll('\0', '\u2400').toWellFormed();
}
