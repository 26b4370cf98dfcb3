import type { CandidateColumns, ColumnViews } from '../columns.ts';
import { scoreAdu } from './adu.ts';
import type { CompiledModel, KernelTables } from './compile.ts';
import { scoreIos } from './ios.ts';
import { type Score, type Scores, sharedScores } from './scores.ts';

export { NA_REASONS } from '../na.ts';
export { type CompiledModel, compileModel } from './compile.ts';
export { type Score, type Scores, sharedScores } from './scores.ts';

/** Candidates scored in one call: functions called often are compiled better than loops that run on. */
const BLOCK = 4_096;
/** Of one block, which is settled before the next begins; each thread has its own. */
const flagged = new Int32Array(BLOCK);

/** Scores a range of candidates, on this thread; without an allocation per candidate. */
export function scoreRange(
  columns: CandidateColumns,
  compiled: CompiledModel,
  from: number,
  to: number,
  out: Scores,
): void {
  scoreViews(columns.views, compiled.tablesFor(columns), from, to, out);
}

/** The same over views and tables that came from another thread. */
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

/** The score of one candidate; throws a RangeError when there is none with this index. */
export function scoreOne(columns: CandidateColumns, compiled: CompiledModel, index: number): Score {
  if (!(index >= 0 && index < columns.size)) throw new RangeError(`No candidate ${index}`);
  const { views } = columns;
  const one = rangeOf(views, index, index + 1);
  const out = sharedScores(1);
  const tables = compiled.tablesFor(columns);
  scoreViews(
    one,
    tables.propertyType === 'ios' ? { ...tables, grades: tables.grades.subarray(index) } : tables,
    0,
    1,
    out,
  );
  const [scoreTenths = -1, propertyScoreTenths = -1, naReason = 0] = [
    out.scoreTenths[0],
    out.propertyScoreTenths[0],
    out.naReason[0],
  ];
  return { scoreTenths, propertyScoreTenths, naReason };
}

/** Views in which the first of these candidates is the first. */
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
