import type { ColumnViews } from '../columns.ts';
import type { Limits, NaLimits } from '../limits.ts';
import type { ScoringModel } from '../model/document.ts';
import { NA } from '../na.ts';
import type { Scores } from './scores.ts';

/** What rules a score out in one column. */
export interface NaColumn extends NaLimits {
  /** Index of the column in `ColumnViews.measures`. */
  readonly measure: number;
}

/** In `classNa`: no reason against a score, but the score is 0. */
export const DEAL_BREAKER = 255;

/** Areas outside of these are worth a second look; so is one that is not known, which is below zero in a column. */
export const suspectParcelAreas = ({ parcel_area }: ScoringModel): Limits => ({
  from: Math.max(parcel_area.from, Number.MIN_VALUE),
  to: parcel_area.to,
});

/** Areas outside of these are worth a second look; one that is not known is not. */
export const suspectBuildingAreas = ({ building_area }: ScoringModel): Limits => ({
  from: building_area.from === 0 ? -1 : building_area.from,
  to: building_area.to,
});

/**
 * Takes a second look at the few candidates that the kernel flagged on its way: those without a score, for the highest
 * reason of several, deal breakers, whose score is 0, and some that are neither.
 */
export function settle(
  { measures, capacity, classes }: ColumnViews,
  { na, classNa }: { readonly na: readonly NaColumn[]; readonly classNa: Uint8Array },
  flagged: Int32Array,
  count: number,
  { scoreTenths, propertyScoreTenths, naReason }: Scores,
): void {
  // Without branches, which would be guessed wrong every few times.
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
    const isBroken = ofClass === DEAL_BREAKER;
    const more = ((isBroken ? NA.none : ofClass) - (naReason[index] as number)) | 0;
    const reason = ((naReason[index] as number) + (more & ~(more >> 31))) | 0;
    naReason[index] = reason;
    // All ones where there is a reason: -1 is N/A.
    const isNa = -reason >> 31;
    scoreTenths[index] = ((scoreTenths[index] as number) & (Number(isBroken) - 1)) | isNa;
    propertyScoreTenths[index] = (propertyScoreTenths[index] as number) | isNa;
  }
}
