import type { CandidateColumns, ColumnViews } from '../columns.ts';
import { scoreAdu } from './adu.ts';
import { type CompiledModel, type KernelTables, tablesFrom } from './compile.ts';
import { scoreIos } from './ios.ts';
import { NOT_AVAILABLE, type Score, type Scores, sharedScores } from './scores.ts';

/** Candidates per call: functions called often are compiled better than loops that run long. */
const BLOCK = 4_096;
/** Flagged candidates of one block, resolved before the next begins; each thread has its own. */
const flagged = new Int32Array(BLOCK);

/** Scores a range of candidates on this thread, without an allocation per candidate. */
export function scoreRange(
  columns: CandidateColumns,
  compiled: CompiledModel,
  from: number,
  to: number,
  out: Scores,
): void {
  scoreViews(columns.views, compiled.tablesFor(columns), from, to, out);
}

/** Scores a range over views and tables from another thread. */
export function scoreViews(
  views: ColumnViews,
  tables: KernelTables,
  from: number,
  to: number,
  out: Scores,
): void {
  for (let start = from; start < to; start += BLOCK) {
    const end = Math.min(start + BLOCK, to);
    if (tables.propertyType === 'adu') scoreAdu(views, tables, start, end, out, flagged);
    else scoreIos(views, tables, start, end, out, flagged);
  }
}

/** Returns the score of one candidate; throws a RangeError for an unknown index. */
export function scoreOne(columns: CandidateColumns, compiled: CompiledModel, index: number): Score {
  if (!(index >= 0 && index < columns.size)) throw new RangeError(`No candidate ${index}`);
  const { views } = columns;
  const out = sharedScores(1);
  const tables = tablesFrom(compiled.tablesFor(columns), index);
  scoreViews(rangeOf(views, index, index + 1), tables, 0, 1, out);
  return {
    scoreTenths: out.scoreTenths[0] ?? NOT_AVAILABLE,
    propertyScoreTenths: out.propertyScoreTenths[0] ?? NOT_AVAILABLE,
    naReason: out.naReason[0] ?? 0,
  };
}

/** Returns views that begin at a candidate. */
export function rangeOf(views: ColumnViews, from: number, to: number): ColumnViews {
  return {
    size: to - from,
    capacity: views.capacity,
    measures: views.measures.subarray(from),
    classes: views.classes.subarray(from),
    adjustment: views.adjustment.subarray(from),
    facilities: views.facilities,
    facilityStart: views.facilityStart.subarray(from),
    facilityCount: views.facilityCount.subarray(from),
    flags: views.flags.subarray(from),
  };
}
