import type { ColumnViews } from '../columns.ts';
import type { Limits, NaLimits } from '../limits.ts';
import type { ScoringModel } from '../model/document.ts';
import { NA } from '../na-reasons.ts';
import type { Scores } from './scores.ts';

/** Range of a column; a value outside it has no score. */
export interface NaColumn extends NaLimits {
  /** Index of the column in `ColumnViews.measures`. */
  readonly measure: number;
}

/** Code in `classNa` for a score of 0. */
export const DEAL_BREAKER = 255;

/** Range of parcel areas that are not flagged. Unknown areas are negative in a column, so they are flagged. */
export const unflaggedParcelAreas = ({ parcel_area }: ScoringModel): Limits => ({
  from: Math.max(parcel_area.from, Number.MIN_VALUE),
  to: parcel_area.to,
});

/** Range of building areas that are not flagged; unknown areas are not flagged either. */
export const unflaggedBuildingAreas = ({ building_area }: ScoringModel): Limits => ({
  from: building_area.from === 0 ? -1 : building_area.from,
  to: building_area.to,
});

/**
 * Resolves the few candidates that the kernel flagged: candidates without a score, which get the most informative
 * reason; deal breakers, whose score is 0; and some false positives.
 */
export function resolveFlagged(
  { measures, capacity, classes }: ColumnViews,
  { na, classNa }: { readonly na: readonly NaColumn[]; readonly classNa: Uint8Array },
  flagged: Int32Array,
  count: number,
  { scoreTenths, propertyScoreTenths, naReason }: Scores,
): void {
  // Branchless, because branches would often be mispredicted.
  for (const { measure, from, to, unknown, outside } of na) {
    const start = measure * capacity;
    for (let at = 0; at < count; at++) {
      const index = flagged[at] as number;
      const value = measures[start + index] as number;
      const isUnknown = -Number(value < 0);
      const isOutside = -(Number(value < from) | Number(value > to)) & ~isUnknown;
      const reason = (unknown & isUnknown) | (outside & isOutside);
      const more = (reason - (naReason[index] as number)) | 0;
      naReason[index] = (naReason[index] as number) + (more & ~(more >> 31));
    }
  }
  for (let at = 0; at < count; at++) {
    const index = flagged[at] as number;
    const ofClass = classNa[classes[index] as number] as number;
    const isDealBreaker = ofClass === DEAL_BREAKER;
    const more = ((isDealBreaker ? NA.none : ofClass) - (naReason[index] as number)) | 0;
    const reason = ((naReason[index] as number) + (more & ~(more >> 31))) | 0;
    naReason[index] = reason;
    // All bits are set if there is a reason, which gives -1 (N/A).
    const isNa = -reason >> 31;
    scoreTenths[index] = ((scoreTenths[index] as number) & (Number(isDealBreaker) - 1)) | isNa;
    propertyScoreTenths[index] = (propertyScoreTenths[index] as number) | isNa;
  }
}
