import { toStorableText } from '@landline/event-schemas/storable';
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
    reason: toStorableText(reasons.join('; ')),
    raw: toStorableText(row.raw.slice(0, RAW_LIMIT)),
  };
}
