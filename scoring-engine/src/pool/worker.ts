import { getPriority, setPriority } from 'node:os';
import { scoreChecksum } from '../checksum.ts';
import type { ColumnViews } from '../columns.ts';
import type { KernelTables } from '../kernel/compile.ts';
import { scoreViews } from '../kernel/score.ts';
import type { Scores } from '../kernel/scores.ts';

// On Linux, this lowers the priority of this thread only, so that interactive work runs first.
setPriority(Math.max(getPriority(), 10));

/** A scoring task; all candidate arrays are in shared memory. */
export interface ScoringTask {
  readonly views: ColumnViews;
  readonly tables: KernelTables;
  readonly out: Scores;
  /** Start of the next range that no thread has taken. */
  readonly next: Int32Array<SharedArrayBuffer>;
}

/** Candidates per step: less than a millisecond of work, so that threads finish together. */
const RANGE = 8_192;

/** Scores ranges in place on a pool thread until none are left. */
export default function scoreTask({ views, tables, out, next }: ScoringTask): void {
  for (;;) {
    const from = Atomics.add(next, 0, RANGE);
    if (from >= views.size) return;
    scoreViews(views, tables, from, Math.min(from + RANGE, views.size), out);
  }
}

export interface ChecksumTask {
  readonly ids: Uint8Array;
  readonly scoreTenths: Int16Array;
  readonly order: Uint32Array;
}

export function checksum({ ids, scoreTenths, order }: ChecksumTask): string {
  return scoreChecksum(ids, scoreTenths, order);
}
