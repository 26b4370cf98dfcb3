import { type CandidateColumns, type ColumnViews, FACILITIES_KNOWN, IN_FLOOD_ZONE } from '../columns.ts';
import type { ScoringModel } from '../model/document.ts';
import { distanceImpact, floodImpact, sourceOf } from '../model/environment-lookup.ts';
import { type Steps, steppedTable } from './steps.ts';

/** Codes in the column of grades: 0 not computed, 1 pending, 2 to 7 for A to F. */
const PENDING = 1;
export const GRADE_A = 2;

/** The environmental tables as the kernel reads them, in hundredths. */
export interface EnvironmentTables {
  /** By facility class. */
  readonly weights: Int32Array;
  readonly distance: Steps;
  readonly impact: Int32Array;
  readonly onSiteWithin: number;
  readonly flood: number;
  /** Highest weighted score of each grade but the last; infinite for a grade without an end. */
  readonly gradeEnds: Float64Array;
  /** By the code in the column of grades. */
  readonly multipliers: Int32Array;
}

export function environmentTables(model: ScoringModel, columns: CandidateColumns): EnvironmentTables {
  const tables = model.environmental;
  const { steps, outcomes } = steppedTable(
    tables.impact.map(({ to }) => to),
    (feet) => (Number.isNaN(feet) ? 0 : distanceImpact(tables, feet, false)),
    Object.is,
  );
  const weights = Int32Array.from(
    columns.facilityClasses,
    ({ source, contamination_type }) =>
      (sourceOf(tables, source, contamination_type) ?? tables.unlisted).weight,
  );
  return {
    weights,
    distance: steps,
    impact: Int32Array.from(outcomes),
    onSiteWithin: tables.onsite_within,
    flood: floodImpact(tables),
    gradeEnds: Float64Array.from(tables.grades.slice(0, -1), ({ to }) =>
      to === null ? Number.POSITIVE_INFINITY : Math.round(to * 100),
    ),
    multipliers: Int32Array.of(
      100,
      100,
      ...tables.grades.map(({ multiplier }) => Math.round(multiplier * 100)),
    ),
  };
}

/** Computes the missing grades of a range. */
export function fillGrades(
  views: ColumnViews,
  tables: EnvironmentTables,
  grades: Uint8Array,
  from: number,
  to: number,
): void {
  const range = grades.subarray(from, to);
  for (let at = range.indexOf(0); at >= 0; at = range.indexOf(0, at + 1)) {
    range[at] = gradeCode(views, tables, from + at);
  }
}

/** Returns a candidate's code for the column of grades. */
function gradeCode(views: ColumnViews, tables: EnvironmentTables, index: number): number {
  const flags = views.flags[index] as number;
  if ((flags & FACILITIES_KNOWN) === 0) return PENDING;
  const { kind, feet } = views.facilities;
  const { weights, impact, onSiteWithin, gradeEnds } = tables;
  const { scale, lastCell, cells, edges } = tables.distance;
  let weighted = (flags & IN_FLOOD_ZONE) === 0 ? 0 : tables.flood;
  const start = views.facilityStart[index] as number;
  const end = start + (views.facilityCount[index] as number);
  for (let at = start; at < end; at++) {
    const code = kind[at] as number;
    let distance = feet[at] as number;
    if ((code & 1) === 1 && distance > onSiteWithin) distance = onSiteWithin;
    let step = cells[Math.min(distance * scale, lastCell) | 0] as number;
    if (distance >= (edges[step + 1] as number)) step++;
    weighted += (weights[code >> 1] as number) * (impact[step] as number);
  }
  let grade = 0;
  while (grade < gradeEnds.length && weighted > (gradeEnds[grade] as number)) grade++;
  return GRADE_A + grade;
}
