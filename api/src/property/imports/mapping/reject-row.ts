import type { RejectedRow } from '../contract.ts';
import type { SourceRow } from '../reading/source-row.ts';
import { RAW_LIMIT } from '../reading/text.ts';
import { ValueError } from './read-values.ts';

/** Returns the message of a ValueError and rethrows anything else. */
export function messageOf(error: unknown): string {
  if (!(error instanceof ValueError)) throw error;
  return error.message;
}

export function reject(row: SourceRow, reasons: readonly string[]): RejectedRow {
  return {
    line: row.line,
    reason: storable(reasons.join('; ')),
    raw: storable(row.raw.slice(0, RAW_LIMIT)),
  };
}

/** Makes text storable in PostgreSQL: replaces NUL and lone surrogates. */
function storable(text: string): string {
  return text.replaceAll('\0', '\u2400').toWellFormed();
}
