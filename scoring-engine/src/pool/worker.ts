import type { ColumnViews } from '../columns.ts';
import type { KernelTables } from '../kernel/compile.ts';
import { scoreViews } from '../kernel/score.ts';
import type { Scores } from '../kernel/scores.ts';

/** A range of candidates to score; all arrays of candidates are shared memory. */
export interface RangeTask {
  readonly views: ColumnViews;
  readonly tables: KernelTables;
  readonly from: number;
  readonly to: number;
  readonly out: Scores;
}

/** Scores a range in place, on a thread of the pool. */
export default function scoreTask({ views, tables, from, to, out }: RangeTask): void {
  scoreViews(views, tables, from, to, out);
}
