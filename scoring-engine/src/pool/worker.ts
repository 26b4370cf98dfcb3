import { getPriority, setPriority } from 'node:os';
import { scoreChecksum } from '../checksum.ts';
import type { ColumnViews } from '../columns.ts';
import type { KernelTables } from '../kernel/compile.ts';
import { scoreViews } from '../kernel/score.ts';
import type { Scores } from '../kernel/scores.ts';

// Of this thread alone, as Linux has it: whoever waits for an answer goes first.
setPriority(Math.max(getPriority(), 10));

/** Candidates to score; all arrays of candidates are shared memory. */
export interface ScoringTask {
  readonly views: ColumnViews;
  readonly tables: KernelTables;
  readonly out: Scores;
  /** Where the next range begins that no thread has taken. */
  readonly next: Int32Array<SharedArrayBuffer>;
}

/** Candidates that a thread takes at a time: less than a millisecond's work, so that threads end together. */
const RANGE = 8_192;

/** Scores ranges in place, on a thread of the pool, until there are none left. */
export default function scoreTask({ views, tables, out, next }: ScoringTask): void {
  for (;;) {
    const from = Atomics.add(next, 0, RANGE);
    if (from >= views.size) return;
    scoreViews(views, tables, from, Math.min(from + RANGE, views.size), out);
  }
}

/** What `scoreChecksum` takes. */
export interface ChecksumTask {
  readonly ids: Uint8Array;
  readonly scoreTenths: Int16Array;
  readonly order: Uint32Array;
}

export function checksum({ ids, scoreTenths, order }: ChecksumTask): string {
  return scoreChecksum(ids, scoreTenths, order);
}
